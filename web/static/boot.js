// boot.js starts the lab's program: it gives Ebitengine's canvas a place in the
// page, frames only when they are asked for, and reports the download truthfully.
//
// From the page:
//   #stage          a positioned block with a size of its own, no border, no padding;
//                   a page without a picture has none
//   #load           what is shown until the program has started; the program hides it
//   #load-progress  <progress max="1">
//   #load-status    one sentence: how far the download is, or what went wrong and what to do
//   #load-retry     a button, hidden while there is nothing to try again
//   data-wasm, data-wasm-size on this script: the program's address and decoded size in bytes
//
// To the page: data-lab on the root element, "loading" or "failed" ("ready" is the
// program's word), and the event "graphicslost" on #stage.
//
// To the program: labHost.wake() asks for one frame, labHost.run(on) for frames one after
// the other, labHost.body is the page's real body, labHost.webgl whether WebGL 2 works.
// Without WebGL 2 the program must not start its game: Ebitengine would fail and then
// crash at the next resize.
(() => {
  'use strict';
  const script = document.currentScript;
  const root = document.documentElement;
  const stage = document.getElementById('stage');
  if (root.dataset.page === 'embed') { // nothing is seen that the address hides; the program looks at it again
    const asked = new URLSearchParams(location.search);
    root.dataset.hide = (asked.get('hide') ?? '').replaceAll(',', ' ');
    if (asked.has('theme')) root.dataset.theme = asked.get('theme');
  }

  // Frames on demand. Ebitengine asks for its next frame after every frame and keeps the
  // function it finds here when it starts; while the lab is idle that request is held
  // back, so the browser draws nothing and sleeps.
  const requestFrame = requestAnimationFrame.bind(window);
  let held = null;
  let wanted = false;
  let running = true; // until the program says otherwise: its first frames must come
  window.requestAnimationFrame = callback => {
    if (running || wanted) {
      wanted = false;
      return requestFrame(callback);
    }
    held = callback;
    return 0;
  };
  const wake = () => {
    if (!held) {
      wanted = true;
      return;
    }
    const callback = held;
    held = null;
    requestFrame(callback);
  };
  const run = on => {
    running = on;
    if (on) wake();
  };

  const webgl = stage !== null && (() => {
    try {
      const gl = document.createElement('canvas').getContext('webgl2');
      gl?.getExtension('WEBGL_lose_context')?.loseContext(); // contexts are scarce: give it back
      return gl !== null;
    } catch {
      return false;
    }
  })();

  window.labHost = { wake, run, webgl, body: document.body };

  // Ebitengine 2.8.8 wants the whole page: it appends its canvas to document.body, sizes it
  // by that body, styles and blackens it. It gets this stand-in, for as long as the page lives.
  const startRatio = devicePixelRatio || 1; // Ebitengine reads it once and keeps it
  let ratio = startRatio;
  let canvas = null;
  const pixels = length => Math.max(1, Math.floor(length * ratio + 0.01));
  const size = () => {
    const box = (stage ?? root).getBoundingClientRect();
    if (devicePixelRatio !== ratio) setTimeout(fit);
    return { width: pixels(box.width), height: pixels(box.height) };
  };
  function fit() {
    if (!canvas || !stage) return;
    ratio = devicePixelRatio || 1;
    const { width, height } = size();
    canvas.style.width = width / ratio + 'px';
    canvas.style.height = height / ratio + 'px';
    dispatchEvent(new Event('resize')); // the only sign of a new size that Ebitengine listens to
    wake();
  }
  const nudge = 1e-6; // Ebitengine multiplies by startRatio and cuts: 805/1.1*1.1 must not become 804
  const body = {
    get clientWidth() { return (size().width + nudge) / startRatio; },
    get clientHeight() { return (size().height + nudge) / startRatio; },
    style: {},
    appendChild(element) {
      canvas = element;
      queueMicrotask(() => { // after Ebitengine has set its attributes
        canvas.removeAttribute('tabindex'); // it would be the first stop of the page and let no Tab out
        canvas.setAttribute('aria-hidden', 'true');
        canvas.style.pointerEvents = 'none'; // its listeners cancel wheel, touch and mouse; the stage has its own
        for (const name of ['height', 'margin', 'padding']) root.style.removeProperty(name);
        fit();
      });
      return webgl ? stage.appendChild(canvas) : canvas;
    },
  };
  Object.defineProperty(document, 'body', { configurable: true, get: () => body });
  if (stage) new ResizeObserver(fit).observe(stage);
  // A new pixel ratio (zoom, another screen) does not always come with an event.
  if (stage) setInterval(() => devicePixelRatio !== ratio && fit(), 500);

  // Ebitengine polls gamepads in every frame and dies where a policy forbids them.
  navigator.getGamepads = () => [];

  // Ebitengine answers a lost context by reloading the page. Ours says so and keeps the page.
  stage?.addEventListener('webglcontextlost', event => {
    event.preventDefault();
    event.stopPropagation();
    stage.dispatchEvent(new CustomEvent('graphicslost'));
  }, true);

  // The download.
  const panel = document.getElementById('load');
  const bar = document.getElementById('load-progress');
  const status = document.getElementById('load-status');
  const retry = document.getElementById('load-retry');
  const total = Number(script.dataset.wasmSize);
  const patience = 5000; // milliseconds without a byte before the page says so
  const kB = bytes => Math.round(bytes / 1000).toLocaleString('en-US').replaceAll(',', '\u202f') + '\u00a0kB';
  const reload = () => location.reload();

  // Failure is an error whose message is for the reader; again is what the button does.
  class Failure extends Error {
    constructor(message, again = load) {
      super(message);
      this.again = again;
    }
  }
  const offer = (text, again) => {
    status.textContent = text;
    retry.onclick = again;
    retry.hidden = false;
  };
  const fail = failure => {
    root.dataset.lab = 'failed';
    panel.hidden = false;
    bar.hidden = true;
    offer(failure.message, failure.again);
  };

  // fetchProgram gets the bytes and shows how many have come. It looks at the bytes and not
  // at the declared type, so a server with a wrong type table does no harm.
  async function fetchProgram(attempt, signal, isCurrent) {
    let got = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      if (isCurrent() && performance.now() - last > patience) {
        offer(`Still loading, ${kB(got)} of ${kB(total)}. Nothing has arrived for ` +
          `${Math.round((performance.now() - last) / 1000)} seconds: wait, or try again.`, load);
      }
    }, 1000);
    try {
      // A broken copy may sit in the browser's cache, so a second attempt goes past it.
      const response = await fetch(script.dataset.wasm, { signal, cache: attempt > 1 ? 'reload' : 'default' });
      if (response.status === 404) {
        throw new Failure('This page is from an older version of the lab than the server now has. Reload the page.', reload);
      }
      if (!response.ok) {
        throw new Failure(`The server answered ${response.status} instead of the lab's program. Try again in a moment.`);
      }
      const bytes = new Uint8Array(total);
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (got === 0 && (value[0] !== 0x00 || value.length > 1 && value[1] !== 0x61)) {
          reader.cancel();
          const type = response.headers.get('Content-Type') || 'no type';
          throw new Failure(`Something else arrived in place of the lab's program (${type}). ` +
            'A proxy or sign-in page may be in between: try again, or try another network.');
        }
        if (got + value.length > total) {
          reader.cancel();
          throw new Failure('What arrived is longer than the lab\'s program. Try again.');
        }
        bytes.set(value, got);
        got += value.length;
        last = performance.now();
        if (isCurrent()) {
          retry.hidden = true;
          bar.value = got / total;
          status.textContent = `Loading the lab: ${kB(got)} of ${kB(total)}`;
        }
      }
      if (got < total) {
        throw new Failure(`The download ended early, after ${kB(got)} of ${kB(total)}. Try again.`);
      }
      return bytes;
    } catch (error) {
      if (error instanceof Failure) throw error;
      const where = navigator.onLine ? 'The connection to the server failed' : 'This device is offline';
      throw new Failure(`${where}, so the lab's program could not be loaded` +
        (got ? ` (${kB(got)} of ${kB(total)} had arrived).` : '.') + ' Check the connection and try again.');
    } finally {
      clearInterval(watch);
    }
  }

  async function compile(bytes) {
    try {
      return await WebAssembly.compile(bytes);
    } catch (error) {
      if (/Content Security Policy|unsafe-eval/i.test(error.message)) {
        throw new Failure("A security policy on this page forbids WebAssembly. Whoever runs the site must add 'wasm-unsafe-eval' to script-src.");
      }
      throw new Failure(`The browser could not read the lab's program (${error.message}). Try again; if that does not help, update the browser.`);
    }
  }

  // start runs the program. It should never end; if it does, the page says so.
  async function start(module) {
    const go = new Go();
    let code = 0;
    go.exit = status => { code = status; };
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await go.run(instance);
    throw new Failure(`The lab's program stopped unexpectedly (code ${code}). ` +
      'Your setting is in the address: reload the page to go on with it.', reload);
  }

  let attempts = 0;
  let abort = null;
  async function load() {
    const attempt = ++attempts;
    const isCurrent = () => attempt === attempts;
    abort?.abort();
    abort = new AbortController();
    root.dataset.lab = 'loading';
    retry.hidden = true;
    bar.hidden = false;
    bar.value = 0;
    status.textContent = 'Loading the lab…';
    try {
      if (typeof WebAssembly !== 'object') {
        throw new Failure('This browser has no WebAssembly, or it is switched off. The lab needs it: switch it on or use another browser, then reload.', reload);
      }
      if (typeof Go !== 'function') {
        throw new Failure("A part of the lab (Go's loader) did not arrive. Reload the page.", reload);
      }
      const bytes = await fetchProgram(attempt, abort.signal, isCurrent);
      if (!isCurrent()) return;
      status.textContent = 'Starting the lab…';
      const module = await compile(bytes);
      if (isCurrent()) await start(module);
    } catch (error) {
      if (!isCurrent()) return; // a newer attempt has taken over
      fail(error instanceof Failure ? error
        : new Failure(`The lab could not start (${error.message}). Reload the page.`, reload));
    }
  }
  load();
})();
