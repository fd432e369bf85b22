import { openPage } from '../capture/open-page.ts';
import { isolatedWorld } from '../capture/isolated-world.ts';
import { matchScreen, shoot } from '../capture/shoot.ts';
import { settlePage } from '../capture/settle.ts';
import { openTestPool, leaseOptions } from './browser-pool.ts';
import { serveSites } from './fixture-sites/serve-sites.ts';
await using sites = await serveSites();
await using test = await openTestPool(sites.allow, { size: 1 }, sites.resolve);
const signal = new AbortController().signal;
await using lease = await test.pool.acquire(leaseOptions({ viewport: { widthPx: 1440, heightPx: 900, scale: 2 }, wallMs: 90000 }));
const { page } = lease;
await openPage(lease, sites.addressOf('long.test', '/'), { signal, timeoutMs: 20_000 });
const time = async <T>(name: string, work: () => Promise<T>): Promise<T> => { const t = performance.now(); const r = await work(); console.log(name, Math.round(performance.now() - t)); return r; };
const world = await isolatedWorld(page);
await time('settle', async () => await settlePage(page, { signal }));
await matchScreen(world, page);
const view = { x: 0, y: 0, width: 1440, height: 900 };
const o = { scale: 1.078, isTransparent: false, view };
await time('full', async () => await shoot(world, { ...view, height: 19824 }, o));
await time('full speed', async () => await world.cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, captureBeyondViewport: true, clip: { ...view, height: 19824, scale: 1.078 / 2 } }));
for (const y of [300, 4000, 15000]) {
  await time('small ' + y, async () => await shoot(world, { x: 364, y, width: 712, height: 605 }, o));
  await time('small2 ' + y, async () => await shoot(world, { x: 364, y, width: 712, height: 605 }, { ...o, scale: 2 }));
}
await time('fullheight', async () => await shoot(world, { ...view, height: 5760 }, { ...o, scale: 2 }));
