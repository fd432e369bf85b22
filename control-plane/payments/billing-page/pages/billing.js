import {
  balanceWords,
  costsText,
  dayText,
  entryWords,
  failureText,
  limitTexts,
  momentText,
  noProviderText,
  outcomeWords,
  passesText,
  redeemedText,
  topUpText,
} from './billing-words.js';
import { priceText } from './price-text.js';

const byId = (id) => document.getElementById(id);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const address = new URL(location.href);

/** Whatever others wrote goes in as text: nothing on this page is parsed as HTML. */
const element = (tag, properties = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};
const write = (id, text) => {
  byId(id).textContent = text ?? '';
};
const show = (id, isShown) => {
  byId(id).hidden = !isShown;
};

/** One request as the visitor; whoever is no longer signed in goes to do so and comes back. */
const ask = async (path, { method = 'GET', body } = {}) => {
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent }).catch(() => null);
  if (response?.status === 401) {
    location.replace(`/auth/sign-in?return=${encodeURIComponent(`${location.pathname}${location.search}`)}`);
    return new Promise(() => {});
  }
  const answer = response === null ? null : await response.json().catch(() => ({}));
  return response?.ok === true ? { data: answer.data, meta: answer.meta } : { error: answer };
};
const api = (path, request) => ask(`/api/v2${path}`, request);

const act = (text, onPress) => {
  const button = element('button', { type: 'button', className: 'second', textContent: text });
  button.addEventListener('click', onPress);
  return button;
};

/** What the visitor has to know first, where the keyboard and a screen reader are then. */
const tell = (id, { text, tone = '', inside = [] }) => {
  const box = byId(id);
  box.className = tone;
  box.replaceChildren(element('p', { textContent: text }), ...inside);
  box.hidden = false;
  box.focus();
};

const failed = (error, again) => {
  show('loading', false);
  tell('failure', { text: failureText(error), inside: again === undefined ? [] : [act('Try again', again)] });
};

const setBusy = (isBusy) => {
  for (const button of document.querySelectorAll('.goods button')) button.disabled = isBusy;
};

const buy = async (path, body) => {
  show('failure', false);
  setBusy(true);
  const { data, meta, error } = await api(path, { method: 'POST', body });
  if (error !== undefined || data === undefined) {
    setBusy(false);
    return failed(error ?? null);
  }
  if (!meta?.warnings?.length) return location.assign(data.checkoutUrl);
  setBusy(false);
  const text = meta.warnings.map(({ message }) => message).join('\n');
  tell('outcome', { text, inside: [act('Buy it all the same', () => location.assign(data.checkoutUrl))] });
};

/** One thing on sale; its button names what it buys, for whoever hears only the button. */
const offer = ({ name, priceCents }, { currency, canBuy, isFirst, path, body }) => {
  const price = priceText(priceCents, currency);
  const card = element(
    'li',
    {},
    element('strong', { textContent: name }),
    element('span', { className: 'price', textContent: price }),
  );
  if (!canBuy) return card;
  const button = element('button', { type: 'button', className: isFirst ? '' : 'second', textContent: 'Buy' });
  button.setAttribute('aria-label', `Buy ${name} for ${price}`);
  button.addEventListener('click', () => void buy(path, body));
  card.append(button);
  return card;
};

const line = (what, when) => element('li', {}, what, element('span', { className: 'quiet', textContent: when }));

const drawAccount = ({ name, user }) => {
  write('who', user === null || user.name === user.email ? name : `${user.name} · ${name}`);
  show('who', true);
  show('sign-out', true);
};

const drawBalance = (credits) => {
  const words = balanceWords(credits, zone);
  write('total', words.total);
  write('plan-name', `${credits.plan.name} plan`);
  write('plan', words.plan);
  write('plan-reset', words.planReset);
  write('purchased', words.purchased);
  write('debt', words.debt);
  show('debt', words.debt !== null);
  show('plan-share', words.planShare !== null);
  if (words.planShare !== null) byId('plan-share').value = words.planShare;
};

const drawOffers = ({ packs, ...credits }, { catalog, checkout }) => {
  const { exportPass, topUpPacks } = catalog;
  const shared = { currency: exportPass.currency, canBuy: checkout.available };
  write('costs', costsText(credits));
  show('test-money', checkout.testMoney);
  write('no-provider', noProviderText);
  show('no-provider', !checkout.available);
  show('no-packs', packs.length === 0);
  byId('packs').replaceChildren(
    ...packs.map((pack) =>
      offer(pack, { ...shared, isFirst: true, path: '/billing/credits/checkout', body: { packId: pack.id } }),
    ),
  );
  byId('pass-offer').replaceChildren(
    offer(exportPass, { ...shared, path: '/billing/one-time/export-pass/checkout', body: {} }),
  );
  byId('top-up-packs').replaceChildren(
    ...topUpPacks.map((pack) =>
      offer(pack, { ...shared, path: '/billing/one-time/top-up/checkout', body: { packId: pack.id } }),
    ),
  );
};

/** As many titles as a look at the page may cost in requests. */
const titledProjects = 8;

const drawGoods = ({ exportPasses, topUps }, usage) => {
  write('passes', passesText(exportPasses.available));
  show('redeemed', exportPasses.redeemed.length > 0);
  const redeemed = exportPasses.redeemed.map(({ projectId, redeemedAt }) => {
    const title = element('span', { textContent: projectId });
    return { projectId, title, row: line(title, dayText(redeemedAt, zone)) };
  });
  byId('redeemed-projects').replaceChildren(...redeemed.map(({ row }) => row));
  for (const { projectId, title } of redeemed.slice(0, titledProjects)) {
    // A project that was deleted keeps its id here.
    void api(`/projects/${encodeURIComponent(projectId)}`).then(({ data }) => {
      if (data?.title) title.textContent = data.title;
    });
  }
  byId('limits').replaceChildren(...limitTexts(usage).map((text) => element('li', { textContent: text })));
  show('no-top-ups', topUps.length === 0);
  byId('top-ups').replaceChildren(...topUps.map((topUp) => element('li', { textContent: topUpText(topUp, zone) })));
};

/** The newest projects that a pass can still do something for. */
const drawPassProjects = async ({ available, redeemed }) => {
  show('use-pass', false);
  show('no-pass-project', false);
  if (available === 0) return;
  const { data, error } = await api('/projects?limit=100');
  if (data === undefined) return failed(error ?? null);
  const taken = new Set(redeemed.map(({ projectId }) => projectId));
  const open = data.projects.filter(({ id, sandbox }) => !(sandbox || taken.has(id)));
  byId('pass-project').replaceChildren(
    ...open.map(({ id, title }) => element('option', { value: id, textContent: title })),
  );
  show('use-pass', open.length > 0);
  show('no-pass-project', open.length === 0);
};

const redeem = async () => {
  const { value: projectId, selectedOptions } = byId('pass-project');
  const button = byId('use-pass').querySelector('button');
  show('failure', false);
  button.disabled = true;
  const body = { projectId };
  const { data, error } = await api('/billing/one-time/export-pass/redeem', { method: 'POST', body });
  button.disabled = false;
  if (data === undefined) return failed(error ?? null);
  tell('outcome', { tone: 'good', text: redeemedText(data, selectedOptions[0]?.textContent ?? projectId) });
  await load();
};

const drawEntries = ({ entries, nextCursor }) => {
  show('no-entries', entries.length === 0);
  show('entries', entries.length > 0);
  show('more-entries', nextCursor !== null);
  const rows = entries.map((entry) => {
    const { what, detail, change, left } = entryWords(entry, zone);
    const when = element('time', { dateTime: entry.createdAt, textContent: momentText(entry.createdAt, zone) });
    const small = element('small', {}, when, detail === '' ? '' : ` · ${detail}`);
    const head = element('th', { scope: 'row' }, what, small);
    const sum = element('td', {}, change, element('small', { textContent: left }));
    return element('tr', {}, head, sum);
  });
  byId('entry-rows').replaceChildren(...rows);
};

const load = async () => {
  show('failure', false);
  show('loading', true);
  const answers = await Promise.all([
    api('/account'),
    api('/billing/credits'),
    api('/billing/one-time'),
    api('/billing/usage'),
    api('/billing/credits/ledger?limit=20'),
  ]);
  const bad = answers.find(({ data }) => data === undefined);
  if (bad !== undefined) return failed(bad.error ?? null, () => void load());
  const [account, credits, goods, usage, ledger] = answers.map(({ data }) => data);
  drawAccount(account);
  drawBalance(credits);
  drawOffers(credits, goods);
  drawGoods(goods, usage);
  void drawPassProjects(goods.exportPasses);
  drawEntries(ledger);
  show('loading', false);
  show('content', true);
};

const sessionId = address.searchParams.get('sessionId');
const checkout = address.searchParams.get('checkout');
/** Most payments are known at once; the page looks again by itself for a quarter of a minute. */
const pausesMs = [1_000, 2_000, 4_000, 8_000];

let nextLook;

/**
 * Tells what became of the checkout that the visitor comes from. The same address tells the same again.
 *
 * @returns whether that may still change
 */
const confirm = async (pauses) => {
  clearTimeout(nextLook);
  const again = act('Look again', () => void start());
  const { data, error } = await api('/billing/one-time/confirm', { method: 'POST', body: { sessionId } });
  if (data === undefined) {
    tell('outcome', { tone: 'bad', text: failureText(error ?? null), inside: [again] });
    return false;
  }
  const { tone, text, isOpen } = outcomeWords(data, checkout);
  // What was told already does not take the focus again from where the visitor is by now.
  if (byId('outcome').firstChild?.textContent !== text) tell('outcome', { tone, text, inside: isOpen ? [again] : [] });
  const [pauseMs, ...rest] = pauses;
  if (isOpen && pauseMs !== undefined) nextLook = setTimeout(() => void lookAgain(rest), pauseMs);
  return isOpen;
};
const lookAgain = async (pauses) => {
  if (!(await confirm(pauses))) await load();
};

const start = async () => {
  show('failure', false);
  const isBack = sessionId !== null && (checkout === 'paid' || checkout === 'cancelled');
  // First, so that what was bought is in the balance that is read then.
  if (isBack) await confirm(pausesMs);
  await load();
};

const signOut = async () => {
  const { error } = await ask('/auth/sign-out', { method: 'POST', body: { everywhere: false } });
  if (error === undefined) location.assign('/auth/sign-in?return=/billing');
  else failed(error);
};
byId('use-pass').addEventListener('submit', (event) => {
  event.preventDefault();
  void redeem();
});
byId('sign-out').addEventListener('click', () => void signOut());
// Back from the payment provider: some browsers show the page as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
void start();
