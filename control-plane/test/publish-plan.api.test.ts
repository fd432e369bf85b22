import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/** Every row that a publish may write. */
const written = async (): Promise<unknown> => {
  const { rows } = await sql`
    select (select count(*) from publish) as publishes, (select count(*) from publish_scene) as scenes,
           (select count(*) from job) as jobs, (select count(*) from pgboss.job) as queued,
           (select count(*) from credit_ledger) as ledger, (select count(*) from credit_hold) as holds,
           (select count(*) from narration_take) as takes, (select count(*) from callback) as callbacks,
           (select md5(string_agg(project::text, '|' order by id)) from project) as projects,
           (select md5(string_agg(balance::text, '|' order by account_id, bucket)) from balance) as balances`.execute(
    farm.db,
  );
  return rows[0];
};
const reasonsOf = (plan: { scenes: { plan: string; reasons: { code: string }[] }[] }) =>
  plan.scenes.map(({ plan: kind, reasons }) => [kind, ...reasons.map(({ code }) => code)]);

describe('the dry run of a publish', () => {
  test('N27: tells what the publish then does, and writes nothing', async () => {
    const voiced = { scenes: [{ templateId: 'big-claim', parameters: { headline: 'One' }, voiceoverText: 'Hear.' }] };
    const projectId = await caller.createProject([], voiced);
    const before = await written();
    const { status, body } = await caller.plan(projectId, { quality: '4K', callbackUrl: 'http://127.0.0.1:9/hook' });
    expect(status).toBe(200);
    expect(await written()).toEqual(before);
    expect(body.data).toMatchObject({
      projectId,
      canPublish: true,
      existing: null,
      quality: '4K',
      requestedQuality: '4K',
      format: 'mp4',
      sandbox: false,
      watermark: false,
      problems: [],
    });
    expect(reasonsOf(body.data)).toEqual([['render', 'NEW_SCENE']]);
    const made = (await caller.publish(projectId, { quality: '4K' })).body.data;
    const { credits, music, voice, quality } = made;
    expect(body.data).toMatchObject({ credits, music, voice, quality });
    expect(body.data.scenes.map(({ plan }: { plan: string }) => plan)).toEqual(
      made.scenes.map(({ plan }: { plan: string }) => plan),
    );
  });

  test('S47: says which scenes are drawn again and why, one by one', async () => {
    const projectId = await caller.createProject(['Same', 'Edited', 'Switched']);
    await caller.publish(projectId);
    await node.workUntilIdle();
    const [, edited = '', switched = ''] = await caller.sceneIds(projectId);
    await caller.editScene(projectId, edited, { parameters: { headline: 'New words' } });
    await caller.data('PATCH', `/projects/${projectId}/scenes/${switched}/template`, {
      templateId: 'counting-statistic',
    });
    await caller.data('POST', `/projects/${projectId}/scenes`, {
      templateId: 'big-claim',
      parameters: { headline: 'Added' },
    });
    const { data } = (await caller.plan(projectId)).body;
    expect(reasonsOf(data)).toEqual([
      ['reuse', 'UNCHANGED'],
      ['render', 'LAYERS_CHANGED'],
      ['render', 'TEMPLATE_SWITCHED'],
      ['render', 'NEW_SCENE'],
    ]);
    expect(data.scenes[1].reasons[0].layers).toEqual(['headline']);
    expect(data.credits).toEqual({
      reserved: 5,
      breakdown: [
        { action: 'SCENE_RENDER', units: 3, credits: 3 },
        { action: 'EXPORT_1080P', units: 1, credits: 2 },
      ],
    });
    expect(data.etaSeconds).toBeGreaterThan(0);
  });

  test('N51: another quality is drawn and costs the export alone; a scene that failed says so', async () => {
    const projectId = await caller.createProject(['Good', 'Bad']);
    await caller.publish(projectId);
    await node.finish(await node.lease());
    const failure = { blame: 'input', retryable: false, stage: 'prepare', code: 'X', message: 'No.' } as const;
    await node.fail(await node.lease(), failure);
    const again = (await caller.plan(projectId)).body.data;
    expect(again.scenes.map(({ plan }: { plan: string }) => plan).toSorted()).toEqual(['render', 'reuse']);
    expect(reasonsOf(again)).toContainEqual(['render', 'FAILED_BEFORE']);
    await caller.publish(projectId);
    await node.workUntilIdle();
    const smaller = (await caller.plan(projectId, { quality: '720p' })).body.data;
    expect(reasonsOf(smaller).map(([plan, code]) => `${plan} ${code}`)).toEqual(
      Array(2).fill('render QUALITY_CHANGED'),
    );
    expect(smaller.credits).toEqual({ reserved: 1, breakdown: [{ action: 'EXPORT_720P', units: 1, credits: 1 }] });
  });

  test('N18, N29: names the publish that would be answered instead: while it runs, and when its file is there', async () => {
    const projectId = await caller.createProject(['One']);
    const { requestId } = (await caller.publish(projectId)).body.data;
    const running = (await caller.plan(projectId)).body.data;
    expect(running).toMatchObject({ existing: { requestId, state: 'running' }, canPublish: true, etaSeconds: null });
    const other = (await caller.plan(projectId, { quality: '720p' })).body.data;
    expect(other).toMatchObject({ existing: null, canPublish: false });
    expect(other.problems[0]).toMatchObject({ statusCode: 400, code: 'PUBLISH_IN_PROGRESS', requestId });
    await node.workUntilIdle();
    const done = (await caller.plan(projectId)).body.data;
    expect(done).toMatchObject({
      existing: { requestId, state: 'completed' },
      etaSeconds: 0,
      credits: { reserved: 0, breakdown: [] },
    });
  });
});

test('plans that are made while a publish starts neither change it nor each other', async () => {
  const projectId = await caller.createProject(['One', 'Two']);
  const [published, ...plans] = await Promise.all([
    caller.publish(projectId),
    ...Array.from({ length: 10 }, () => caller.plan(projectId)),
  ]);
  expect([published.status, ...plans.map(({ status }) => status)]).toEqual(Array(11).fill(200));
  for (const { body } of plans) {
    const { existing, credits } = body.data;
    expect([existing?.requestId ?? null, credits.reserved]).toBeOneOf([
      [published.body.data.requestId, 0],
      [null, 4],
    ]);
  }
  expect(await caller.balance()).toEqual({ available: 146, held: 4 });
});

describe('what would refuse the publish', () => {
  test('every problem is listed, each as the publish would answer it', async () => {
    caller = await publisher(farm, { plan: 'free' });
    const projectId = await caller.createProject(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    const wrong = { quality: '4K', musicTrackId: 'trk_none', callbackUrl: 'https://10.0.0.1/hook' };
    const { status, body } = await caller.plan(projectId, wrong);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ canPublish: false, quality: '720p', requestedQuality: '4K' });
    const { problems } = body.data;
    expect(problems.map(({ statusCode, code }: { statusCode: number; code: string }) => [statusCode, code])).toEqual([
      [400, 'CALLBACK_URL_NOT_PUBLIC'],
      [403, 'FEATURE_NOT_IN_PLAN'],
      [400, 'MUSIC_TRACK_NOT_FOUND'],
      [402, 'INSUFFICIENT_CREDITS'],
    ]);
    const first = await caller.publish(projectId, wrong);
    const { success: _success, requestId: _requestId, ...answered } = first.body;
    expect(problems[0]).toEqual(answered);
    const unpaid = await caller.publish(projectId);
    expect(problems[3]).toMatchObject({ creditsRequired: unpaid.body.creditsRequired, creditsAvailable: 10 });
  });

  test('N28: a quality that was not named is clamped with a warning, and is no problem', async () => {
    caller = await publisher(farm, { plan: 'free' });
    const { body } = await caller.plan(await caller.createProject(['One']));
    expect(body.data).toMatchObject({ canPublish: true, quality: '720p', requestedQuality: '1080p', watermark: true });
    expect(body.meta.warnings).toMatchObject([{ code: 'QUALITY_DOWNGRADED' }]);
  });

  test('S119: the allowance of a test key', async () => {
    caller = await publisher(farm, { environment: 'test' });
    for (let round = 0; round < 5; round += 1) {
      await caller.publish(await caller.createProject([`Round ${round}`]));
      await node.workUntilIdle();
    }
    const { data } = (await caller.plan(await caller.createProject(['Sixth']))).body;
    expect(data.problems).toMatchObject([
      { statusCode: 429, code: 'SANDBOX_EXPORTS', limit: 5, used: 5, requested: 1 },
    ]);
    expect(data.credits.reserved).toBe(0);
  });

  test('N43: a project of somebody else is a 404, an unknown field a 400', async () => {
    const projectId = await caller.createProject(['One']);
    expect((await (await publisher(farm)).plan(projectId)).status).toBe(404);
    expect((await caller.plan(projectId, { qualty: '720p' })).status).toBe(400);
  });
});
