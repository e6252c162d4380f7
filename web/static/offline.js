// offline.js registers the service worker that data-worker names, a while after the page is there and the lab runs: the copy
// for times without a network is not to slow down the visit. With ?offline=off in the page's address it removes that copy.
(() => {
  'use strict';
  const { worker } = document.currentScript.dataset;
  const start = async () => {
    try {
      if (new URLSearchParams(location.search).get('offline') === 'off') {
        (await navigator.serviceWorker.getRegistration(worker))?.active?.postMessage('off');
        return;
      }
      const policy = window.trustedTypes?.createPolicy('a2a-offline', { createScriptURL: () => worker });
      const { active } = await navigator.serviceWorker.register(policy?.createScriptURL('') ?? worker);
      active?.postMessage('shown');
    } catch { /* blocked, or not a secure address: there is no copy, and the lab does without */ }
  };
  addEventListener('load', () => {
    const root = document.documentElement;
    const runs = () => (root.dataset.lab ?? 'ready') === 'ready'; // a page without the program has no data-lab
    if (top !== window) return;
    const soon = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(start), 3000);
    if (runs()) soon();
    else new MutationObserver((_, watch) => { if (runs()) { watch.disconnect(); soon(); } }).observe(root, { attributeFilter: ['data-lab'] });
  });
})();
