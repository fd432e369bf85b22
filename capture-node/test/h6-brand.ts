import { mkdirSync, rmSync } from 'node:fs';
import { readBrand } from '../brand-reading/read-brand.ts';
import { openPage } from '../capture/open-page.ts';
import { openTestPool, leaseOptions } from './browser-pool.ts';
import { serveSites } from './fixture-sites/serve-sites.ts';
await using sites = await serveSites();
await using test = await openTestPool(sites.allow, { size: 1 }, sites.resolve);
const signal = new AbortController().signal;
for (const host of (process.argv[2] ?? 'tideline.test,fernhill.test').split(',')) {
await using lease = await test.pool.acquire(leaseOptions({ viewport: { widthPx: 1440, heightPx: 900, scale: 2 }, wallMs: 60000 }));
const outDir = '/tmp/h6/brand-' + host; rmSync(outDir, { recursive: true, force: true }); mkdirSync(outDir, { recursive: true });
const t = performance.now();
const opened = await openPage(lease, sites.addressOf(host as 'tideline.test', '/'), { signal, timeoutMs: 20_000 });
const { result } = await lease.run(async (page) => await readBrand(page, { outDir, signal, httpStatus: 200 }));
console.log(Math.round(performance.now() - t), JSON.stringify(result, null, 1).replace(/\n\s+/g, ' '));
}
