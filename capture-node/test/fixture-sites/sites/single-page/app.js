// Draws the page a while after it loaded, with motion, as many applications do.
class StatusBadge extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML =
      '<style>.badge-card{background:#4f46e5;color:#fff;border-radius:16px;padding:24px 28px;width:320px;margin-top:24px;box-shadow:0 10px 30px rgb(79 70 229/.35)}h3{font:600 18px Inter,sans-serif;margin:0 0 6px}p{margin:0;font:15px Inter,sans-serif}</style><div class="badge-card"><h3>Release health</h3><p>All 14 checks are green</p></div>';
  }
}
customElements.define('status-badge', StatusBadge);
const column = (title, items) =>
  `<section class="col fade"><h2>${title}</h2>${items.map((item) => `<p>${item}</p>`).join('')}</section>`;
setTimeout(() => {
  document.title = 'Sprint board – Kestrel';
  document.querySelector('#app').innerHTML =
    `<h1>Sprint board</h1><p class="count">0 open cards</p><div class="board">${column('To do', ['Draft the release notes', 'Fix the date picker'])}${column('Doing', ['Move billing to the new ledger'])}${column('Done', ['Ship dark mode', 'Faster search'])}</div><status-badge></status-badge>`;
  let count = 0;
  const tick = () => {
    count += 1;
    document.querySelector('.count').textContent = `${count} open cards`;
    if (count < 12) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}, 900);
