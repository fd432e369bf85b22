import { mkdirSync, rmSync } from 'node:fs';
import { captureComponents } from '../capture/capture-components.ts';
import { openPage } from '../capture/open-page.ts';
import { openTestPool, leaseOptions } from './browser-pool.ts';
import { serveSites } from './fixture-sites/serve-sites.ts';
const [, , host = 'tideline.test', path = '/', over = '{}'] = process.argv;
await using sites = await serveSites();
await using test = await openTestPool(sites.allow, { size: 1, warmCount: 1 }, sites.resolve);
const signal = new AbortController().signal;
await using lease = await test.pool.acquire(leaseOptions({ viewport: { widthPx: 1440, heightPx: 900, scale: 2 }, wallMs: 60000 }));
const outDir = '/tmp/h6/out';
rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
const t = performance.now();
const opened = await openPage(lease, sites.addressOf(host as 'tideline.test', path), { signal, timeoutMs: 20_000 });
console.log('opened', opened, Math.round(performance.now() - t));
const { result, files } = await lease.run((page) => captureComponents(page, {
  focus: [], selectors: [], frame: 'auto', targetFill: 0.7, slot: { kind: 'components', minComponents: 1, maxComponents: 4, widthPx: 1440, heightPx: 900 },
  annotate: true, autoSelect: true, fixedClock: null, ...JSON.parse(over),
}, { outDir, signal, httpStatus: opened.httpStatus, openMs: opened.openMs, askedUrl: opened.url }));
console.log(JSON.stringify(result.timingsMs), result.authWall);
console.log(result.capture?.frame, result.capture?.selectedIds);
for (const c of result.capture?.candidates ?? []) console.log(c.number, c.role, c.score, JSON.stringify(c.label), c.selector, JSON.stringify(c.box), JSON.stringify(c.componentBox));
console.log(Object.keys(files).length);
