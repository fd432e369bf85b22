import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeNode, fakeNode } from './fake-node.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { idleFarm } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
let key: string;
let siteCount = 0;

beforeAll(async () => {
  farm = await startFarm();
  key = await farm.newKey({ accountId: 'acc_sites' });
});
afterAll(() => farm.close());

/** A farm with one capture node and nothing in its queue. */
beforeEach(async () => {
  await idleFarm(farm);
  node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, {
    pool: 'capture',
    capabilities: { kinds: ['page.capture', 'brand.read'] },
  });
});

/** A site that no other test reads. */
const newSite = (): string => {
  siteCount += 1;
  return `site-${siteCount}.example`;
};

type Facts = ResultOf<'brand.read'>;
const factsOf = (site: string, over: Partial<Facts> = {}): Facts => ({
  page: { url: `https://${site}/`, title: 'Nordlys', httpStatus: 200 },
  names: [{ source: 'og:site_name', name: 'Nordlys' }],
  description: 'Sleep better.',
  logo: null,
  logoDark: null,
  icon: null,
  colors: [
    { hex: '#ffffff', share: 0.8, worn: 'background' },
    { hex: '#7c3aed', share: 0.02, worn: 'button' },
    { hex: '#0f766e', share: 0.01, worn: 'link' },
  ],
  fonts: { heading: ['Playfair Display'], body: ['Helvetica Neue'] },
  phrases: ['A calm mind'],
  timingsMs: { open: 1, read: 1, upload: 1, total: 3 },
  ...over,
});

const logoPng = (): Promise<Buffer> =>
  sharp({ create: { width: 120, height: 40, channels: 4, background: '#e11d2e' } })
    .png()
    .toBuffer();

/** The next reading, ended as the site would have it: with a logo where `logo` is given. */
const readSite = async (over: Partial<Facts> = {}, logo: Buffer | null = null): Promise<string> => {
  const held = await node.lease(10, ['brand.read']);
  if (held.kind !== 'brand.read') throw new Error(`leased ${held.kind}`);
  const site = new URL(held.payload.url).host;
  const picture = { file: 'logo', mimeType: 'image/png' as const, widthPx: 120, heightPx: 40 };
  const files = logo === null ? {} : { logo: await node.upload(held, 'logo', logo) };
  const facts = factsOf(site, { ...over, logo: logo === null ? null : picture });
  expect((await node.complete(held, files, facts)).status).toBe(200);
  return held.payload.url;
};

const post = (path: string, body?: object): Promise<Answer> => farm.call(key, 'POST', path, body);
const outro = { scenes: [{ templateId: 'logo-outro', title: 'Nordlys' }] };
const claim = { scenes: [{ templateId: 'big-claim', parameters: { headline: 'Light' } }] };

describe('a brand from a website', () => {
  it('S20, N12: has what the site says, fills the layers, and is known the next time', async () => {
    const site = newSite();
    const creating = post('/projects', { ...outro, brand: { websiteUrl: `https://www.${site}/about` } });
    expect(await readSite({}, await logoPng())).toBe(`https://www.${site}/about`);
    const created = await creating;
    expect(created.status).toBe(201);
    expect(created.body.meta.warnings ?? []).toEqual([]);
    expect(created.body.data.scenes[0].autoFilled).toEqual(
      expect.arrayContaining(['logo', 'primaryColor', 'secondaryColor']),
    );
    const { body } = await farm.call(key, 'GET', `/brands/${created.body.data.brandId}`);
    expect(body.data).toMatchObject({
      name: 'Nordlys',
      websiteUrl: `https://www.${site}/about`,
      domain: site,
      primaryColor: '#7c3aed',
      secondaryColor: '#0f766e',
      palette: ['#7c3aed', '#0f766e', '#e11d2e'],
      fonts: { heading: 'Fraunces', body: 'Inter' },
      tone: 'calm',
      source: 'website',
      status: 'ready',
    });
    expect(Date.parse(body.data.fetchedAt)).toBeGreaterThan(0);
    const { pathname, search } = new URL(body.data.logoUrl);
    expect((await farm.app.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(200);
    const again = await post('/projects', { ...claim, brand: { websiteUrl: site } });
    expect(again.body.data.brandId).toBe(created.body.data.brandId);
    expect((await node.tryLease(0, ['brand.read'])).status).toBe(204);
  });

  it('S52: chooses the music by the tone of the site', async () => {
    const site = newSite();
    const creating = post('/projects', { ...claim, brand: { websiteUrl: site } });
    await readSite({ phrases: ['Run faster with the sport app', 'Gym power'], description: null });
    const { id } = (await creating).body.data;
    const { body } = await post(`/projects/${id}/publish/plan`, {});
    const { tracks } = (await farm.call(key, 'GET', '/media/music?limit=100')).body.data;
    const track = tracks.find((each: { id: string }) => each.id === body.data.music.trackId);
    expect(body.data.music.source).toBe('brand_match');
    expect(track.tones).toContain('energetic');
  });

  it('N12: what the request gives overrides what the site says, in a brand of its own', async () => {
    const site = newSite();
    const making = post('/brands', { websiteUrl: site });
    await readSite();
    const plain = (await making).body.data;
    const own = await post('/brands', { websiteUrl: site, name: 'Aurora', primaryColor: '#112233' });
    expect(own.status).toBe(201);
    expect(own.body.data).toMatchObject({ name: 'Aurora', primaryColor: '#112233', secondaryColor: '#7c3aed' });
    expect(own.body.data.id).not.toBe(plain.id);
    expect((await post('/brands', { websiteUrl: site })).body.data.id).toBe(plain.id);
    const same = await post('/projects', {
      ...claim,
      brand: { websiteUrl: site, name: 'Aurora', primaryColor: '#112233' },
    });
    expect(same.body.data.brandId).toBe(own.body.data.id);
  });

  it('N12: is partial without a logo, and a scene that shows one is refused', async () => {
    const site = newSite();
    const creating = post('/projects', { ...outro, brand: { websiteUrl: site } });
    await readSite();
    const { status, body } = await creating;
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'MISSING_BRAND_ASSETS',
      missingBrandAssets: [{ sceneIndex: 0, layer: 'logo' }],
    });
    const brand = await post('/brands', { websiteUrl: site });
    expect(brand.body.data).toMatchObject({ status: 'partial', logoUrl: null });
  });

  it('a site that cannot be read makes a project with a warning and a brand that says so; a later request fills it', async () => {
    const site = newSite();
    const failSite = async (): Promise<void> => {
      const held = await node.lease(10, ['brand.read']);
      const message = 'The host name of the page was not found.';
      const failure = {
        blame: 'input',
        retryable: false,
        stage: 'capture',
        code: 'HOST_UNREACHABLE',
        message,
      } as const;
      await node.fail(held, failure);
    };
    const creating = post('/projects', { ...claim, brand: { websiteUrl: site } });
    await failSite();
    const { status, body } = await creating;
    expect(status).toBe(201);
    expect(body.meta.warnings).toEqual([
      {
        path: 'brand.websiteUrl',
        code: 'BRAND_WEBSITE_UNREAD',
        message: 'Nothing could be read from the website: The host name of the page was not found.',
      },
    ]);
    const brand = await farm.call(key, 'GET', `/brands/${body.data.brandId}`);
    expect(brand.body.data).toMatchObject({ status: 'failed', name: null, fetchedAt: null, source: 'website' });

    const refused = post('/projects', { ...outro, brand: { websiteUrl: site } });
    await failSite();
    expect((await refused).body).toMatchObject({
      statusCode: 400,
      code: 'MISSING_BRAND_ASSETS',
      missingBrandAssets: [{ sceneIndex: 0, layer: 'logo' }],
      details: [{ code: 'BRAND_WEBSITE_UNREAD' }, { code: 'MISSING_BRAND_ASSET' }],
    });

    const filling = post('/projects', { ...outro, brand: { websiteUrl: site } });
    await readSite({}, await logoPng());
    const filled = await filling;
    expect(filled.status).toBe(201);
    expect(filled.body.data.brandId).toBe(body.data.brandId);
  });

  it('requests for one site at once share one reading and make one brand', async () => {
    const site = newSite();
    const creating = Array.from({ length: 8 }, (_, index) =>
      post('/brands', { websiteUrl: index % 2 === 0 ? site : `https://shop.${site}/` }),
    );
    await readSite();
    const made = await Promise.all(creating);
    expect(new Set(made.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
    expect((await node.tryLease(0, ['brand.read'])).status).toBe(204);
  });

  it('another account reads the site for itself', async () => {
    const site = newSite();
    const making = post('/brands', { websiteUrl: site });
    await readSite();
    const mine = (await making).body.data;
    const other = await farm.newKey({ accountId: 'acc_sites_2' });
    const theirs = farm.call(other, 'POST', '/brands', { websiteUrl: site });
    await readSite({ names: [{ source: 'title', name: 'Theirs' }] });
    expect((await theirs).body.data).toMatchObject({ name: 'Theirs' });
    expect((await farm.call(other, 'GET', `/brands/${mine.id}`)).status).toBe(404);
    expect((await farm.call(other, 'POST', `/brands/${mine.id}/refresh`)).status).toBe(404);
  });
});

describe('refreshing a brand', () => {
  it('S20: takes what the site says now and leaves what was given', async () => {
    const site = newSite();
    const making = post('/brands', { websiteUrl: site });
    await readSite();
    const { id } = (await making).body.data;
    await farm.call(key, 'PATCH', `/brands/${id}`, { name: 'Aurora', fonts: { heading: 'Inter' } });
    const refreshing = post(`/brands/${id}/refresh`);
    await readSite({ colors: [{ hex: '#db2777', share: 0.1, worn: 'button' }] }, await logoPng());
    const { status, body } = await refreshing;
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      name: 'Aurora',
      fonts: { heading: 'Inter', body: 'Inter' },
      primaryColor: '#db2777',
      status: 'ready',
    });
    expect((await post('/brands', { websiteUrl: site })).body.data.id).toBe(id);
  });

  it('a brand that its caller described has no website to read', async () => {
    const { id } = (await post('/brands', { name: 'Manual' })).body.data;
    const { status, body } = await post(`/brands/${id}/refresh`);
    expect([status, body.code]).toEqual([400, 'BRAND_HAS_NO_WEBSITE']);
  });

  it('a site that cannot be read changes nothing and says why', async () => {
    const site = newSite();
    const making = post('/brands', { websiteUrl: site });
    await readSite({}, await logoPng());
    const { id } = (await making).body.data;
    const refreshing = post(`/brands/${id}/refresh`);
    const held = await node.lease(10, ['brand.read']);
    const message = 'The page took too long to answer.';
    await node.fail(held, { blame: 'input', retryable: false, stage: 'capture', code: 'PAGE_TIMEOUT', message });
    const { status, body } = await refreshing;
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'BRAND_WEBSITE_UNREAD', problem: 'PAGE_TIMEOUT' });
    expect((await farm.call(key, 'GET', `/brands/${id}`)).body.data).toMatchObject({
      status: 'ready',
      name: 'Nordlys',
    });
  });
});

describe('without a capture node', () => {
  beforeEach(() => node.goodbye());

  it('a project is created at once with a warning; a refresh says 503', async () => {
    const { status, body } = await post('/projects', { ...claim, brand: { websiteUrl: newSite() } });
    expect(status).toBe(201);
    expect(body.meta.warnings).toMatchObject([{ code: 'BRAND_WEBSITE_UNAVAILABLE', path: 'brand.websiteUrl' }]);
    const refused = await post(`/brands/${body.data.brandId}/refresh`);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'BRAND_WEBSITE_UNAVAILABLE',
      '10',
    ]);
  });

  it.each([
    'http://acme.example',
    'ftp://acme.example',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://user:pass@acme.example/',
    'not a site',
  ])('G7: %s is refused with every other problem', async (websiteUrl) => {
    const { status, body } = await post('/brands', { websiteUrl, logoUrl: 'https://127.0.0.1:1/none.png' });
    expect(status).toBe(400);
    expect(body.details.map((each: { path: string; code: string }) => [each.path, each.code])).toEqual([
      ['websiteUrl', 'BRAND_WEBSITE_INVALID'],
      ['logoUrl', 'IMAGE_UNREACHABLE'],
    ]);
  });
});
