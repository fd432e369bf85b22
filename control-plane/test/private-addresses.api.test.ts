import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import {
  asHost,
  privateAddresses,
  privateNames,
  privateSpellings,
} from '@reelyard/shared/egress/test/private-hosts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Farm, startFarm } from './harness.ts';

/**
 * D1, D15: every input of the API that takes an address, with every way to write a private host. What a browser opens is
 * refused here where the address itself says that it is private, and by the browser's proxy wherever it leads there
 * (capture-node/browsers/browser-egress.test.ts). Nothing may be heard on loopback.
 */
let farm: Farm;
let canary: Server;
let port: number;
let arrivals = 0;

/** Hosts of a URL; of the plain addresses every second is enough: the rule has its own table of all. */
const hosts: readonly string[] = [
  ...privateSpellings,
  ...privateNames,
  ...privateAddresses.filter((_, index) => index % 2 === 0).map(asHost),
];

beforeAll(async () => {
  farm = await startFarm({ FARM_EGRESS_ALLOW: '' });
  canary = createServer((socket) => {
    arrivals += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  port = (canary.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => canary.close(resolve));
  await farm.close();
});

let accountCount = 0;
/** Calls are counted for each key: one input after the other, each with an account of its own. */
const newCaller = async () => {
  accountCount += 1;
  const key = await farm.newKey({ accountId: `acc_private_${accountCount}` });
  return async (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Answer> =>
    await farm.call(key, method, path, body);
};
type Caller = Awaited<ReturnType<typeof newCaller>>;

const claim = { templateId: 'big-claim', parameters: { headline: 'Calm' } };
const sceneOf = async (call: Caller, templateId: string): Promise<{ projectId: string; path: string }> => {
  const { body } = await call('POST', '/projects', { title: 'Film', scenes: [{ ...claim, templateId }] });
  const { id, scenes } = body.data;
  return { projectId: id, path: `/projects/${id}/scenes/${scenes[0].id}` };
};

type Send = (url: string) => Promise<Answer>;
const inputs: Record<string, (call: Caller) => Promise<Send> | Send> = {
  'brand.logoUrl of a project': (call) => (logoUrl) =>
    call('POST', '/projects', { scenes: [claim], brand: { name: 'Acme', logoUrl } }),
  'brand.websiteUrl of a project': (call) => (websiteUrl) =>
    call('POST', '/projects', { scenes: [claim], brand: { websiteUrl } }),
  'an image layer of a scene': (call) => (logo) =>
    call('POST', '/projects', { scenes: [{ templateId: 'logo-outro', parameters: { logo, tagline: 'Ship it' } }] }),
  'logoUrl of a brand': (call) => (logoUrl) => call('POST', '/brands', { name: 'Acme', logoUrl }),
  'websiteUrl of a brand': (call) => (websiteUrl) => call('POST', '/brands', { websiteUrl }),
  'logoUrl of a brand that is changed': async (call) => {
    const { body } = await call('POST', '/brands', { name: 'Acme' });
    return async (logoUrl) => await call('PATCH', `/brands/${body.data.id}`, { logoUrl });
  },
  'callbackUrl of a publish': async (call) => {
    const { projectId } = await sceneOf(call, 'big-claim');
    return async (callbackUrl) =>
      await call('POST', `/projects/${projectId}/publish/plan`, { callbackUrl, callbackSecret: 's'.repeat(32) });
  },
  'url of a page capture': (call) => (url) => call('POST', '/browse/capture', { url }),
  'url of an auto-capture': async (call) => {
    const { path } = await sceneOf(call, 'product-window');
    return async (url) => await call('POST', `${path}/auto-capture`, { url });
  },
  'imageUrl of a captured page': async (call) => {
    const { path } = await sceneOf(call, 'product-window');
    return async (imageUrl) => await call('POST', `${path}/capture-image`, { imageUrl });
  },
  'url of a browsing session': () => {
    // Sessions are opened twelve times a minute at most.
    let call: Caller | undefined;
    let openCount = 0;
    return async (url) => {
      if (call === undefined || openCount % 12 === 0) call = await newCaller();
      openCount += 1;
      return await call('POST', '/browse/sessions', { url });
    };
  },
};

test.each(Object.keys(inputs))('D1 D15: %s reaches no private host, however it is written', async (name) => {
  const taken: string[] = [];
  const call = await newCaller();
  const send = await inputs[name]?.(call);
  for (const [index, host] of hosts.entries()) {
    const url = `${index % 2 === 0 ? 'https' : 'http'}://${host}:${port}/logo.png`;
    const { status, body } = (await send?.(url)) ?? { status: 0, body: null };
    // A plan is an answer also where it says that nothing can be published so.
    if (status === 429 || (status < 400 && body.data?.canPublish !== false)) taken.push(`${status} ${url}`);
  }
  expect(taken).toEqual([]);
  expect(arrivals).toBe(0);
});

test('there are at least a hundred ways to write a private host', () => {
  expect(new Set(hosts).size).toBeGreaterThanOrEqual(100);
  expect(hosts.length).toBeLessThan(118);
});
