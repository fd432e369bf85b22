import { closeConsent } from '../capture/consent.ts';
import { openPage } from '../capture/open-page.ts';
import { openTestPool, leaseOptions } from './browser-pool.ts';
import { serveSites } from './fixture-sites/serve-sites.ts';
await using sites = await serveSites();
await using test = await openTestPool(sites.allow, { size: 1 }, sites.resolve);
const signal = new AbortController().signal;
await using lease = await test.pool.acquire(leaseOptions({ viewport: { widthPx: 1440, heightPx: 900, scale: 2 }, wallMs: 90000 }));
for (const kind of ['bar', 'german', 'veil', 'stuck', 'onetrust', 'shadow', '']) {
  await openPage(lease, sites.addressOf('consent.test', '/' + kind), { signal, timeoutMs: 20_000 });
  const t = performance.now();
  const how = await closeConsent(lease.page, { signal });
  const left = await lease.page.evaluate(`({pressed: document.documentElement.dataset.pressed, bars: [...document.querySelectorAll('.cookie-bar,.ask,.veil,consent-box')].filter(e=>e.checkVisibility()).length, overflow: getComputedStyle(document.body).overflow})`);
  console.log(kind, how, Math.round(performance.now() - t), JSON.stringify(left));
  await lease.page.screenshot({ path: `/tmp/h6/consent-${kind}.png` });
}
for (const path of ['/empty','/missing','/broken','/download','/paper.pdf','/data.json','/circle','/private','/cut','/locked']) {
  const t = performance.now();
  const r = await openPage(lease, sites.addressOf('odd.test', path), { signal, timeoutMs: 8_000 }).catch((e: unknown) => e as Error & { problem: string });
  console.log(path, Math.round(performance.now() - t), 'problem' in r ? r.problem + ': ' + r.message : r);
}
for (const url of ['http://nowhere.test/', 'ftp://x/', 'file:///etc/passwd', 'nonsense', 'http://127.0.0.1:1/']) {
  const r = await openPage(lease, url, { signal, timeoutMs: 8_000 }).catch((e: unknown) => e as Error & { problem: string });
  console.log(url, 'problem' in r ? r.problem + ': ' + r.message : r);
}
