import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PublishView } from '../publishing/publish-view.ts';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
});

/** Publishes, lets the node do everything, and tells what it did. */
const made = async (projectId: string, body: object = {}) => {
  const answer = await caller.publish(projectId, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const view: PublishView = answer.body.data;
  const leases = await node.workUntilIdle();
  return {
    ...view,
    drawn: leases.flatMap((lease) => (lease.kind === 'scene.render' ? [lease.payload] : [])),
    exports: leases.filter(({ kind }) => kind === 'export.assemble').length,
  };
};
/** What a publish would do with each scene, and why. */
const planned = async (projectId: string, body: object = {}): Promise<string[][]> => {
  const { data } = (await caller.plan(projectId, body)).body;
  return data.scenes.map(({ plan, reasons }: { plan: string; reasons: { code: string }[] }) => [
    plan,
    ...reasons.map(({ code }) => code),
  ]);
};

describe('what is drawn again', () => {
  test('S46, S47: a title alone draws nothing again, except where a text layer draws from it', async () => {
    const scenes = [
      { templateId: 'big-claim', parameters: { headline: 'Own words' }, title: 'First' },
      { templateId: 'big-claim', title: 'Words from the title' },
    ];
    const projectId = await caller.createProject([], { scenes });
    expect((await made(projectId)).drawn).toHaveLength(2);
    const [own = '', titled = ''] = await caller.sceneIds(projectId);
    await caller.editScene(projectId, own, { title: 'Another title' });
    expect(await planned(projectId)).toEqual([
      ['reuse', 'UNCHANGED'],
      ['reuse', 'UNCHANGED'],
    ]);
    await caller.editScene(projectId, titled, { title: 'Other words' });
    expect(await planned(projectId)).toEqual([
      ['reuse', 'UNCHANGED'],
      ['render', 'LAYERS_CHANGED'],
    ]);
    const { drawn, credits } = await made(projectId);
    expect(drawn.map(({ sceneId, values }) => [sceneId, values['headline']])).toEqual([
      [titled, { type: 'text', text: 'Other words' }],
    ]);
    expect(credits.reserved).toBe(3);
  });

  test('S46: the title of the project is drawn again only by scenes that have nothing else to say', async () => {
    const scenes = [
      { templateId: 'big-claim', parameters: { headline: 'Own words' } },
      { templateId: 'big-claim' },
      { templateId: 'big-claim', voiceoverText: 'Spoken words.' },
    ];
    const projectId = await caller.createProject([], { title: 'Old name', scenes });
    await made(projectId);
    await caller.data('PATCH', `/projects/${projectId}`, { title: 'New name' });
    expect(await planned(projectId)).toEqual([
      ['reuse', 'UNCHANGED'],
      ['render', 'LAYERS_CHANGED'],
      ['reuse', 'UNCHANGED'],
    ]);
    const { drawn } = await made(projectId);
    expect(drawn.map(({ values }) => values['headline'])).toEqual([{ type: 'text', text: 'New name' }]);
  });

  test('S37: another colour of the brand draws again what the brand fills, and nothing else', async () => {
    const brand = { name: 'Acme', primaryColor: '#112233', secondaryColor: '#445566' };
    const own = { headline: 'Own', primaryColor: '#abcdef', secondaryColor: '#fedcba' };
    const scenes = [
      { templateId: 'big-claim', parameters: { headline: 'Filled' } },
      { templateId: 'big-claim', parameters: own },
    ];
    const projectId = await caller.createProject([], { brand, scenes });
    const { brandId } = await caller.data('GET', `/projects/${projectId}`);
    await made(projectId);
    await caller.data('PATCH', `/brands/${brandId}`, { primaryColor: '#999999' });
    expect(await planned(projectId)).toEqual([
      ['render', 'BRAND_CHANGED'],
      ['reuse', 'UNCHANGED'],
    ]);
    const { drawn } = await made(projectId);
    expect(
      drawn.map(({ values }) =>
        Object.values(values).some((value) => value.type === 'color' && value.hex === '#999999'),
      ),
    ).toEqual([true]);
  });

  test('the watermark is drawn: a better plan draws the same scenes again, without it, and they are paid', async () => {
    caller = await publisher(farm, { plan: 'free' });
    const projectId = await caller.createProject(['One']);
    const free = await made(projectId);
    expect(free).toMatchObject({ quality: '720p', drawn: [{ watermark: true }] });
    await sql`update account set plan = 'pro' where id = ${caller.accountId}`.execute(farm.db);
    expect(await planned(projectId, { quality: '720p' })).toEqual([['render', 'WATERMARK_CHANGED']]);
    const pro = await made(projectId, { quality: '720p' });
    expect(pro).toMatchObject({ drawn: [{ watermark: false }], credits: { reserved: 2 } });
    expect(pro.requestId).not.toBe(free.requestId);
  });

  test('S108: what a test key drew is never a live video, whatever the inputs', async () => {
    const testKey = await farm.newKey({ accountId: caller.accountId, environment: 'test' });
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'Same' } }];
    const sandboxed = await farm.call(testKey, 'POST', '/projects', { title: 'Launch day', scenes });
    await farm.call(testKey, 'POST', `/projects/${sandboxed.body.data.id}/publish`, {});
    expect((await node.workUntilIdle())[0]?.payload).toMatchObject({ watermark: true });
    const live = await made(await caller.createProject(['Same']), { quality: '720p' });
    expect(live).toMatchObject({ drawn: [{ watermark: false }], credits: { reserved: 2 } });
  });
});

describe('music', () => {
  test('S52: is chosen by the first publish, kept through another tone, and not by a plan', async () => {
    const brand = { name: 'Acme', tone: 'calm' };
    const projectId = await caller.createProject(['One'], { brand });
    const { brandId, musicTrackId } = await caller.data('GET', `/projects/${projectId}`);
    expect(musicTrackId).toBeNull();
    const { music } = (await caller.plan(projectId)).body.data;
    expect((await caller.data('GET', `/projects/${projectId}`)).musicTrackId).toBeNull();
    expect((await made(projectId)).music).toEqual(music);
    expect((await caller.data('GET', `/projects/${projectId}`)).musicTrackId).toBe(music.trackId);
    await caller.data('PATCH', `/brands/${brandId}`, { tone: 'energetic' });
    expect((await made(projectId)).music).toMatchObject({ trackId: music.trackId });
  });

  test('S52: a track that was named for one publish is not kept for the next', async () => {
    const { tracks } = await caller.data('GET', '/media/music');
    const projectId = await caller.createProject(['One']);
    const kept = (await made(projectId)).music.trackId;
    const other = tracks.find(({ id }: { id: string }) => id !== kept).id;
    expect((await made(projectId, { musicTrackId: other })).music).toMatchObject({
      trackId: other,
      source: 'requested',
    });
    expect((await made(projectId, { quality: '720p' })).music).toMatchObject({ trackId: kept, source: 'kept' });
  });
});

describe('quality', () => {
  test.each([
    ['free', undefined, 200, '720p'],
    ['free', '720p', 200, '720p'],
    ['free', '1080p', 403, 'QUALITY_NOT_IN_PLAN'],
    ['free', '4K', 403, 'FEATURE_NOT_IN_PLAN'],
    ['pro', undefined, 200, '1080p'],
    ['pro', '4K', 200, '4K'],
  ] as const)('N28: on %s, %s is answered with %i %s', async (plan, quality, status, outcome) => {
    caller = await publisher(farm, { plan });
    const answer = await caller.publish(await caller.createProject(['One']), quality ? { quality } : {});
    expect(answer.status).toBe(status);
    expect(status === 200 ? answer.body.data.quality : answer.body.code).toBe(outcome);
  });
});

test('N52: two that race for the last credits: one gets all it needs, the other nothing', async () => {
  caller = await publisher(farm, { plan: 'free' });
  const texts = (name: string) => Array.from({ length: 6 }, (_, index) => `${name} ${index}`);
  const projects = [await caller.createProject(texts('A')), await caller.createProject(texts('B'))];
  const answers = await Promise.all(projects.map((id) => caller.call('POST', `/projects/${id}/render/start`, {})));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402]);
  expect(await node.workUntilIdle()).toHaveLength(6);
  expect(await caller.balance()).toEqual({ available: 4, held: 0 });
});
