// embed.js brings the lab into any page, from whatever site this file is loaded:
//
//   <script src="https://lab.example/embed.js" defer></script>
//   <a2a-lab mission="1"><a href="https://lab.example/#m=1">Play mission 1</a></a2a-lab>
//   <a2a-stars></a2a-stars>
//   <a href="https://lab.example/#m=1&drop=subscribe" data-a2a-show="id-of-an-a2a-lab">show me</a>
//
// EMBED.md has the attributes, the events and the messages between page and frame. Nothing here knows what a star is worth or
// which of two is better: the frame merges. The site calls the function below with what Go knows (ui/page/elements.go).
(lab => {
  'use strict';
  if (customElements.get('a2a-lab')) return; // the page loads this file twice
  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]'); // null in a module
  const base = new URL('.', script.src);

  // Stars are one text in this page's storage, under the lab's documented key. Where storing fails they last for the visit.
  let unstored = null;
  const read = key => {
    if (unstored !== null && key === lab.key) return unstored;
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  };
  const write = text => {
    unstored = null;
    try {
      localStorage.setItem(lab.key, text);
    } catch {
      unstored = text;
    }
  };
  const kept = () => {
    try {
      return unstored === null && localStorage !== null;
    } catch {
      return false;
    }
  };
  const labs = new Set();
  const spread = except => {
    for (const one of labs) if (one !== except) one.giveStars();
    for (const stars of document.querySelectorAll('a2a-stars')) stars.show();
  };

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const sheet = new CSSStyleSheet(); // and no style elements or attributes, which a strict policy blocks
  sheet.replaceSync(lab.css);

  class A2ALab extends HTMLElement {
    static observedAttributes = ['mission', 'setting', 'theme', 'height'];
    #frame = null;
    #ready = false;
    #queue = [];
    #near = new IntersectionObserver(entries => entries.some(e => e.isIntersecting) && this.load(), { rootMargin: '300px' });

    get setting() { return (this.getAttribute('setting') ?? `m=${this.getAttribute('mission') ?? ''}`).replace(/^#/, ''); }
    get #mission() { return new URLSearchParams(this.setting).get('m') || lab.missions[0]; }
    get #name() { return lab.titles[this.#mission] ?? lab.name; }

    connectedCallback() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet];
      const [width, height] = lab.poster;
      const src = this.getAttribute('poster') ?? new URL(`posters/${lab.posters[this.setting] ?? this.#mission}.svg`, base);
      const picture = make('img', { src, width, height, alt: '', loading: 'lazy' });
      picture.addEventListener('error', () => picture.remove());
      const button = make('button', { type: 'button', textContent: lab.start });
      button.addEventListener('click', () => this.load());
      root.replaceChildren(make('div', { className: 'poster' }, picture, button),
        make('p', { className: 'caption' }, this.getAttribute('caption') ?? this.#name));
      labs.add(this);
      if (this.getAttribute('load') !== 'click' && !navigator.connection?.saveData) this.#near.observe(this);
    }

    disconnectedCallback() {
      labs.delete(this);
      this.#near.disconnect();
      this.#frame = null;
      this.#ready = false;
      this.#queue = [];
    }

    attributeChangedCallback(name) {
      if (!this.#frame) return;
      if (name === 'theme') this.send('theme', { theme: this.getAttribute('theme') ?? '' });
      else if (name === 'height') this.#resize();
      else this.send('load', { setting: this.setting });
    }

    // load puts the frame in the poster's place, once its page is there.
    load() {
      if (this.#frame || !this.isConnected) return;
      this.#near.disconnect();
      const address = new URL('embed/', base);
      for (const name of ['hide', 'theme']) if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
      address.hash = this.setting;
      const frame = make('iframe', { src: address, title: this.title || `${lab.name}: ${this.#name}`, allow: 'clipboard-write', className: 'coming' });
      frame.addEventListener('load', () => {
        this.shadowRoot.querySelector('.poster')?.remove();
        frame.className = '';
      });
      this.#frame = frame;
      this.#resize();
      this.shadowRoot.prepend(frame);
      setTimeout(() => {
        if (this.#ready || this.#frame !== frame) return; // a policy may block the frame; nothing tells us so
        this.shadowRoot.querySelector('.caption').append(' ', make('a', { href: new URL(`#${this.setting}`, base), target: '_blank', rel: 'noopener' }, lab.elsewhere));
      }, lab.patience);
    }

    // send tells the frame something, as soon as it listens.
    send(type, fields) {
      if (!this.#ready) this.#queue.push([type, fields]);
      else this.#frame.contentWindow.postMessage({ ...fields, a2aLab: lab.version, type }, base.origin);
    }

    // show loads a setting, and goes to an instant and a task of it.
    show({ setting, at, task }) {
      if (setting !== undefined) this.setAttribute('setting', setting);
      this.load();
      if (at !== undefined) this.send('seek', { at });
      if (task !== undefined) this.send('select', { task: Number(task) });
    }

    giveStars() {
      if (this.#ready) this.send('stars', { text: read(lab.key), kept: kept() });
    }

    // look tells the frame which part of it can be seen: below what of this page sticks to the window's top, if it says so.
    look() {
      if (!this.#ready) return;
      const { top } = this.#frame.getBoundingClientRect();
      const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      this.send('view', { top: Math.max(covered - top, 0), height: innerHeight - covered });
    }

    #resize(height = lab.height) {
      const fixed = this.getAttribute('height');
      this.#frame.style.height = fixed ? (/^\d+$/.test(fixed) ? fixed + 'px' : fixed) : Math.min(Math.max(height, 200), 6000) + 'px';
    }

    // take hears the frame.
    take(source, message) {
      if (source !== this.#frame?.contentWindow || typeof message.type !== 'string') return;
      if (message.type === 'ready') { // once more after a reload in the frame
        this.#ready = true;
        this.giveStars();
        this.look();
        for (const [type, fields] of this.#queue.splice(0)) this.send(type, fields);
      } else if (message.type === 'height' && Number.isFinite(message.height)) {
        this.#resize(message.height);
      } else if (message.type === 'stars' && typeof message.text === 'string' && message.text !== read(lab.key)) {
        if (message.seen !== read(lab.key)) { // stored meanwhile by another frame or tab: let this frame see it first
          this.giveStars();
          return;
        }
        write(message.text);
        spread(this);
      }
      this.dispatchEvent(new CustomEvent(`a2a-${message.type}`, { detail: message, bubbles: true }));
    }
  }

  class A2AStars extends HTMLElement {
    static observedAttributes = ['storage-key', 'missions', 'total'];
    connectedCallback() { this.show(); }
    attributeChangedCallback() { this.show(); }

    // missions are pairs of a storage key and a mission's name, as one text each.
    get missions() {
      const names = this.getAttribute('missions')?.split(/\s+/).filter(Boolean) ?? lab.missions;
      return names.map(name => JSON.stringify([this.getAttribute('storage-key') ?? lab.key, name]));
    }

    show() {
      const others = this.hasAttribute('total') ? [...document.querySelectorAll('a2a-stars[missions]:not([total])')].filter(e => e instanceof A2AStars) : [];
      const all = new Set((others.length ? others : [this]).flatMap(stars => stars.missions));
      let sum = 0;
      for (const pair of all) {
        const [key, name] = JSON.parse(pair);
        try {
          sum += Math.min(Math.max(JSON.parse(read(key)).missions[name].stars | 0, 0), lab.stars);
        } catch { /* no such text or mission: no stars */ }
      }
      const most = all.size * lab.stars;
      const drawn = all.size === 1 ? '★'.repeat(sum) + '☆'.repeat(most - sum) : '★';
      const eyes = make('span', {}, drawn);
      eyes.setAttribute('aria-hidden', 'true');
      this.replaceChildren(eyes, ` ${sum} of ${most} stars`);
    }
  }

  addEventListener('message', event => {
    if (event.origin !== base.origin || event.data?.a2aLab !== lab.version) return;
    for (const one of labs) one.take(event.source, event.data);
  });
  addEventListener('storage', event => {
    if (event.key === null || event.key === lab.key) spread();
    else for (const stars of document.querySelectorAll('a2a-stars')) stars.show();
  });
  let still = 0; // a timer, for when the page no longer scrolls
  addEventListener('scroll', () => {
    clearTimeout(still);
    still = setTimeout(() => labs.forEach(one => one.look()), lab.still);
  }, { capture: true, passive: true });
  document.addEventListener('click', event => {
    const link = event.target.closest?.('a[data-a2a-show]');
    const target = link && document.getElementById(link.dataset.a2aShow);
    if (!(target instanceof A2ALab) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    target.show({ setting: link.hash.slice(1), at: link.dataset.a2aAt, task: link.dataset.a2aTask });
    target.scrollIntoView({ block: target.clientHeight > innerHeight ? 'start' : 'nearest' }); // the picture is at its top
  });
  customElements.define('a2a-lab', A2ALab);
  customElements.define('a2a-stars', A2AStars);
  spread();
})
