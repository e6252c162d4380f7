// sw.js is the service worker: it keeps a visited lab for times without a network. The server puts in front of it
//   build  the name of this build; empty where no copy is to be kept, and one that was kept is to be removed
//   files  each address below this script's folder, with its content's hash as in integrity="…"
//
// Builds do not mix. A build is kept whole or not at all, in a cache of its own, and checked by the hashes. A page comes
// from one build, and its scripts, styles and program have their hash in their address. An update takes over at once, so
// the next navigation shows it; what a page of the build before may still ask for stays until that page is gone.
'use strict';
const ours = `a2a-lab ${registration.scope} `;
const kept = new Map(Object.entries(files).map(([address, hash]) => [new URL(address, registration.scope).href, hash]));
const remove = async stays => {
  const names = (await caches.keys()).filter(name => name.startsWith(ours)); // oldest first
  await Promise.all(names.filter((name, i) => !stays(name, i, names)).map(name => caches.delete(name)));
};
const end = async () => {
  await remove(() => false);
  await registration.unregister();
};
const keep = async () => {
  const cache = await caches.open(ours + build);
  try {
    await Promise.all([...kept].map(async ([address, integrity]) => {
      const named = address.startsWith(registration.scope + 'a/'); // by its content: any copy will do
      const response = await fetch(address, { integrity, cache: named ? 'default' : 'reload' });
      if (!response.ok || response.redirected) throw new Error(`${address} is not served as itself`);
      await cache.put(address, response);
    }));
  } catch (error) {
    await caches.delete(ours + build);
    throw error;
  }
};
addEventListener('install', event => event.waitUntil((build ? keep() : Promise.resolve()).then(() => skipWaiting())));
addEventListener('activate', event => event.waitUntil(
  build ? remove((name, i, names) => name === ours + build || i >= names.length - 2).then(() => clients.claim()) : end()));
addEventListener('message', event => event.waitUntil((async () => {
  if (event.data === 'off') await end();
  if (event.data !== 'shown' || !build || registration.installing || registration.waiting) return;
  if (!await caches.has(ours + build)) await keep(); // the reader, or the browser for want of room, removed it
  const pages = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (pages.every(page => page.id === event.source.id || page.frameType !== 'top-level')) await remove(name => name === ours + build);
})()));
addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  const navigates = request.mode === 'navigate';
  if (!build || request.method !== 'GET' || navigates && url.searchParams.get('offline') === 'off') return;
  url.hash = '';
  if (navigates) url.search = ''; // a page is the same whatever stands there
  const mine = kept.has(url.href);
  if (!mine && !url.href.startsWith(registration.scope + 'a/')) return;
  event.respondWith(caches.match(url.href, { cacheName: mine ? ours + build : undefined, ignoreVary: true })
    .then(response => response ?? fetch(request)));
});
