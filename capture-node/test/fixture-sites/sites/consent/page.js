// The same page behind one kind of consent notice each; the kind is the path.
const page =
  '<header>Larkspur</header><section class="hero"><h1>Slow journeys by rail</h1><p>Sleeper trains, small hotels and long breakfasts.</p><a href="/">Plan a journey</a></section><section class="trips"><article class="trip"><h2>Lisbon to Porto</h2><p>Two nights by the river.</p></article><article class="trip"><h2>Bergen line</h2><p>Seven hours of fjords.</p></article><article class="trip"><h2>Around Sicily</h2><p>By regional train.</p></article></section>';
const bar = (text, buttons) =>
  `<div class="cookie-bar"><p>${text}</p>${buttons.map((label) => `<button>${label}</button>`).join('')}</div>`;
const kinds = {
  // A bar that goes away when it is answered.
  '/bar': () => bar('We use cookies to improve your visit.', ['Accept all', 'Reject all']),
  // German, with only the necessary ones as the way out.
  '/german': () =>
    bar('Wir verwenden Cookies und bitten um Ihre Einwilligung.', ['Alle akzeptieren', 'Nur notwendige']),
  // A dialog on a veil that locks the page, and forgets both when it closes.
  '/veil': () =>
    `<div class="veil"></div><div class="ask" role="dialog" aria-label="Privacy"><h2>Your privacy</h2><p>We and our 842 partners use cookies.</p><button>Agree</button><button>Decline</button></div>`,
  // No button does anything.
  '/stuck': () => bar('This site uses cookies.', ['More information']),
  // A notice of a widespread product, as autoconsent knows it.
  '/onetrust': () =>
    '<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter veil"></div><div id="onetrust-banner-sdk" class="cookie-bar" role="dialog"><p>We value your privacy</p><button id="onetrust-reject-all-handler">Reject All</button><button id="onetrust-accept-btn-handler">Accept All</button></div></div>',
  // In a shadow root, where selectors of the page do not reach.
  '/shadow': () => '<consent-box></consent-box>',
};
customElements.define(
  'consent-box',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = `<link rel="stylesheet" href="/page.css">${bar('Cookies help us to see which journeys you like.', ['Zustimmen', 'Ablehnen'])}`;
      this.style.cssText = 'position:fixed;left:0;right:0;bottom:0;height:90px;display:block';
      root.addEventListener('click', (event) => event.target.tagName === 'BUTTON' && this.remove());
    }
  },
);
document.body.innerHTML = page + (kinds[location.pathname]?.() ?? '');
if (location.pathname === '/veil') document.body.classList.add('locked');
document.body.addEventListener('click', (event) => {
  const label = event.target.textContent;
  if (event.target.tagName !== 'BUTTON' || label === 'More information') return;
  globalThis.pressed = [...(globalThis.pressed ?? []), label];
  document.documentElement.dataset.pressed = globalThis.pressed.join('|');
  event.target.closest('.cookie-bar,.ask,#onetrust-consent-sdk')?.remove();
});
