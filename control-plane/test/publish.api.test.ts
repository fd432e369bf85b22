import { parseLease } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeNode, fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let key: string;
let node: FakeNode;
let accountCount = 0;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const newNode = (name = 'fake'): Promise<FakeNode> => fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name });
const freshKey = (
  environment: 'live' | 'test' = 'live',
  plan: 'free' | 'pro' | 'enterprise' = 'pro',
): Promise<string> => {
  accountCount += 1;
  return farm.newKey({ accountId: `acc_${accountCount}`, environment, plan });
};

/** Every test has an account of its own and an idle farm with one node. */
beforeEach(async () => {
  await sql`update node set state = 'offline'`.execute(farm.db);
  await sql`delete from pgboss.job where state < 'completed'`.execute(farm.db);
  key = await freshKey();
  node = await newNode();
});

const createProject = async (texts: readonly string[], more: object = {}, own = key): Promise<string> => {
  const scenes = texts.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
  const { status, body } = await farm.call(own, 'POST', '/projects', { title: 'Launch day', scenes, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
};
const publish = (projectId: string, body: object = {}, own = key) =>
  farm.call(own, 'POST', `/projects/${projectId}/publish`, body);
const statusOf = async (projectId: string, own = key) =>
  (await farm.call(own, 'GET', `/projects/${projectId}/publish/status`)).body.data;
const sceneIds = async (projectId: string, own = key): Promise<string[]> =>
  (await farm.call(own, 'GET', `/projects/${projectId}`)).body.data.scenes.map((scene: { id: string }) => scene.id);
const kindsOf = (leases: readonly { kind: string }[]): string[] => leases.map(({ kind }) => kind).toSorted();
const available = async (): Promise<{ available: number; held: number }> => {
  const { rows } = await sql<{ available: number; held: number }>`
    select sum(available)::int as available, sum(held)::int as held from balance
     where account_id = ${`acc_${accountCount}`}`.execute(farm.db);
  return rows[0] ?? { available: 0, held: 0 };
};
const failure = (over: object = {}) => ({
  blame: 'input' as const,
  retryable: false,
  stage: 'prepare' as const,
  code: 'LAYER_UNRESOLVED',
  message: 'Layer "headline" could not be resolved.',
  layer: 'headline',
  ...over,
});

describe('a publish', () => {
  test('S4, S58, S61: renders every scene, makes one export, and ends completed with a video', async () => {
    const projectId = await createProject(['One', 'Two', 'Three']);
    const { status, body } = await publish(projectId);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      projectId,
      phase: 'rendering',
      quality: '1080p',
      format: 'mp4',
      sandbox: false,
      voice: null,
      credits: { reserved: 5 },
      scenes: [{ plan: 'render' }, { plan: 'render' }, { plan: 'render' }],
    });
    expect(body.data.requestId).toMatch(/^pub_/);
    expect(body.data.music.trackId).toMatch(/^trk_/);
    expect(await available()).toEqual({ available: 145, held: 5 });

    expect(kindsOf(await node.workUntilIdle())).toEqual([
      'export.assemble',
      'scene.render',
      'scene.render',
      'scene.render',
    ]);
    const done = await statusOf(projectId);
    expect(done).toMatchObject({
      requestId: body.data.requestId,
      phase: 'completed',
      render: { state: 'done', sceneCount: 3, doneScenes: 3, failedScenes: 0, progressPercent: 100, failures: [] },
      export: { status: 'SUCCESS', progress: 100, quality: '1080p' },
    });
    expect(done.render.scenes[0].previewUrl).toContain('/storage/');
    expect(await available()).toEqual({ available: 145, held: 0 });

    const { pathname, search } = new URL(done.videoUrl);
    const video = await farm.app.inject({ method: 'GET', url: pathname + search, headers: { range: 'bytes=0-3' } });
    expect(video.statusCode).toBe(206);
    expect(video.headers['content-type']).toBe('video/mp4');
  });

  test('S66, S67: the export has a checksum and a download under the title of the video', async () => {
    const projectId = await createProject(['One']);
    await publish(projectId);
    await node.workUntilIdle();
    const { id } = (await statusOf(projectId)).export;
    const read = await farm.call(key, 'GET', `/exports/${id}`);
    expect(read.body.data).toMatchObject({
      id,
      status: 'SUCCESS',
      progress: 100,
      creditsCharged: 2,
      errorMessage: null,
    });
    const download = await farm.call(key, 'GET', `/exports/${id}/download`);
    expect(download.body.data).toMatchObject({ filename: 'Launch day.mp4', contentType: 'video/mp4' });
    const { pathname, search } = new URL(download.body.data.url);
    const file = await farm.app.inject({ method: 'GET', url: pathname + search });
    expect(file.headers['content-disposition']).toContain('attachment; filename="Launch day.mp4"');
    expect(file.rawPayload.length).toBe(download.body.data.sizeBytes);
    farm.clock.advanceSeconds(301);
    expect((await farm.app.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(403);
    farm.clock.set(new Date());
    expect((await farm.call(await freshKey(), 'GET', `/exports/${id}`)).status).toBe(404);
  });

  test('S26: narration is one take over the whole timeline, kept as long as the script is the same', async () => {
    const scenes = ['One', 'Two'].map((headline, index) => ({
      templateId: 'big-claim',
      parameters: { headline },
      voiceoverText: `Line ${index + 1}.`,
    }));
    const projectId = await createProject([], { scenes });
    const { body } = await publish(projectId);
    expect(body.data.voice.voiceId).toMatch(/^voi_/);
    const leases = await node.workUntilIdle();
    expect(kindsOf(leases)).toEqual(['export.assemble', 'narration.synthesize', 'scene.render', 'scene.render']);
    const assembly = leases.find((lease) => lease.kind === 'export.assemble');
    expect(assembly?.payload).toMatchObject({ narration: { segments: [{ text: 'Line 1.' }, { text: 'Line 2.' }] } });
    await publish(projectId, { quality: '720p' });
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'scene.render', 'scene.render']);
    expect((await statusOf(projectId)).phase).toBe('completed');
  });

  test('S52: music is chosen on the first publish and kept for later ones', async () => {
    const projectId = await createProject(['One']);
    const first = (await publish(projectId)).body.data.music;
    await node.workUntilIdle();
    const second = (await publish(projectId, { quality: '720p' })).body.data.music;
    expect(second).toEqual({ ...first, source: 'kept' });
    await node.workUntilIdle();
    const silent = (await publish(projectId, { quality: '720p', includeMusic: false })).body.data.music;
    expect(silent).toEqual({ trackId: null, title: null, artist: null, source: 'none' });
  });

  test('two scenes that look the same are drawn and paid once', async () => {
    const projectId = await createProject(['Twin', 'Twin']);
    const { body } = await publish(projectId);
    expect(body.data.credits.reserved).toBe(3);
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'scene.render']);
    expect(await statusOf(projectId)).toMatchObject({ phase: 'completed', render: { doneScenes: 2 } });
  });
});

describe('publishing again', () => {
  test('S47: with one text changed draws one scene again and charges for it and the export', async () => {
    const projectId = await createProject(['One', 'Two', 'Three']);
    await publish(projectId);
    await node.workUntilIdle();
    const [, second] = await sceneIds(projectId);
    await farm.call(key, 'PATCH', `/projects/${projectId}/scenes/${second}`, { parameters: { headline: 'Changed' } });
    const { body } = await publish(projectId);
    expect(body.data.scenes.map((scene: { plan: string }) => scene.plan)).toEqual(['reuse', 'render', 'reuse']);
    expect(body.data.credits.reserved).toBe(3);
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'scene.render']);
    expect(await available()).toEqual({ available: 142, held: 0 });
  });

  test('N18: with nothing changed answers with the export that is there, draws nothing and charges nothing', async () => {
    const projectId = await createProject(['One']);
    const first = await publish(projectId);
    await node.workUntilIdle();
    const again = await publish(projectId);
    expect(again.body.data).toMatchObject({
      requestId: first.body.data.requestId,
      phase: 'completed',
      credits: { reserved: 0 },
    });
    expect(again.body.meta.idempotentReplay).toBe(true);
    expect(await node.workUntilIdle()).toEqual([]);
    expect(await available()).toEqual({ available: 147, held: 0 });
  });

  test('engine.md: at another quality draws again and charges the export alone', async () => {
    const projectId = await createProject(['One', 'Two']);
    await publish(projectId);
    await node.workUntilIdle();
    const { body } = await publish(projectId, { quality: '720p' });
    expect(body.data.credits).toMatchObject({
      reserved: 1,
      breakdown: [{ action: 'EXPORT_720P', units: 1, credits: 1 }],
    });
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'scene.render', 'scene.render']);
  });

  test('N18: an edit that was taken back leads straight to the export that is there', async () => {
    const projectId = await createProject(['One']);
    await publish(projectId);
    await node.workUntilIdle();
    const [sceneId] = await sceneIds(projectId);
    const edit = (headline: string) =>
      farm.call(key, 'PATCH', `/projects/${projectId}/scenes/${sceneId}`, { parameters: { headline } });
    await edit('Other');
    expect((await statusOf(projectId)).phase).toBe('idle');
    await edit('One');
    expect((await publish(projectId)).body.data.phase).toBe('completed');
    expect((await statusOf(projectId)).phase).toBe('completed');
  });

  test('N18: all scenes reused goes straight to exporting', async () => {
    const projectId = await createProject(['One']);
    await publish(projectId);
    await node.workUntilIdle();
    const { body } = await publish(projectId, { includeMusic: false });
    expect(body.data.phase).toBe('exporting');
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble']);
  });

  test('N29: while one runs, the same body is the same publish and another one is refused', async () => {
    const projectId = await createProject(['One']);
    const first = await publish(projectId);
    const same = await publish(projectId);
    expect(same.body.data.requestId).toBe(first.body.data.requestId);
    expect(same.body.meta.idempotentReplay).toBe(true);
    const other = await publish(projectId, { quality: '720p' });
    expect(other.status).toBe(400);
    expect(other.body).toMatchObject({
      code: 'PUBLISH_IN_PROGRESS',
      requestId: expect.any(String),
      statusUrl: expect.any(String),
    });
    expect(await available()).toEqual({ available: 147, held: 3 });
  });

  test('B11: fifty publishes at once are one run', async () => {
    const projectId = await createProject(['One', 'Two']);
    const keys = await Promise.all(
      Array.from({ length: 5 }, () => farm.newKey({ accountId: `acc_${accountCount}`, environment: 'live' })),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => publish(projectId, {}, keys[index % 5] ?? key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.requestId)).size).toBe(1);
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'scene.render', 'scene.render']);
    expect(await available()).toEqual({ available: 146, held: 0 });
  });
});

describe('failures', () => {
  test('S59: a scene that fails before the renderer says "Credit refunded"; the others are finished and kept', async () => {
    const projectId = await createProject(['Good', 'Bad']);
    await publish(projectId);
    const first = await node.lease();
    const second = await node.lease();
    await node.fail(first, failure());
    expect((await statusOf(projectId)).phase).toBe('rendering');
    await node.finish(second);
    const status = await statusOf(projectId);
    expect(status).toMatchObject({
      phase: 'render_failed',
      render: {
        state: 'failed',
        doneScenes: 1,
        failedScenes: 1,
        failures: [{ layer: 'headline', stage: 'prepare', creditRefunded: true }],
      },
      export: null,
    });
    const failed = status.render.scenes.find((scene: { state: string }) => scene.state === 'failed');
    expect(failed.error).toBe('Layer "headline" could not be resolved. Credit refunded.');
    expect(await available()).toEqual({ available: 149, held: 0 });

    const again = await publish(projectId);
    expect(again.body.data.credits.reserved).toBe(3);
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'scene.render']);
    expect((await statusOf(projectId)).phase).toBe('completed');
  });

  test('N51: a scene that the renderer could not finish for its input stays charged, once', async () => {
    const projectId = await createProject(['Heavy']);
    await publish(projectId);
    await node.fail(await node.lease(), failure({ stage: 'render' }));
    expect(await available()).toEqual({ available: 149, held: 0 });
    expect((await statusOf(projectId)).render.failures[0].message).not.toContain('Credit refunded');
    const again = await publish(projectId);
    expect(again.body.data.credits.reserved).toBe(2);
  });

  test('N51: an export that fails is not paid for and the phase says so', async () => {
    const projectId = await createProject(['One']);
    await publish(projectId);
    await node.finish(await node.lease());
    await node.fail(
      await node.lease(),
      failure({ blame: 'engine', stage: 'assemble', message: 'The sound could not be mixed.' }),
    );
    expect(await statusOf(projectId)).toMatchObject({
      phase: 'failed',
      message: 'The sound could not be mixed.',
      export: { status: 'FAILED', errorMessage: 'The sound could not be mixed.' },
    });
    expect(await available()).toEqual({ available: 149, held: 0 });
  });

  test('B17: a narration that cannot be spoken fails the publish and releases its export', async () => {
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'One' }, voiceoverText: 'Speak.' }];
    const projectId = await createProject([], { scenes });
    await publish(projectId);
    const leases = [await node.lease(), await node.lease()];
    for (const lease of leases) {
      if (lease.kind === 'scene.render') await node.finish(lease);
      else await node.fail(lease, failure({ blame: 'engine', stage: 'render', message: 'The voice is gone.' }));
    }
    expect(await statusOf(projectId)).toMatchObject({ phase: 'failed', message: 'The voice is gone.' });
    expect(await available()).toEqual({ available: 149, held: 0 });
    await publish(projectId);
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble', 'narration.synthesize']);
  });

  test('B1, B3: a node that dies mid-scene costs nothing: another one finishes, and its own late result is refused', async () => {
    const projectId = await createProject(['One', 'Two']);
    await publish(projectId);
    const dying = await newNode('dying');
    const held = await dying.lease();
    const files = await dying.uploadAll(held);
    await sql`update lease set heartbeat_at = now() - interval '16 seconds' where job_id = ${held.jobId}::uuid`.execute(
      farm.db,
    );
    await sql`update node set state = 'offline' where id = ${dying.nodeId}`.execute(farm.db);
    const finished: string[] = [];
    while ((await statusOf(projectId)).phase !== 'completed') {
      const answer = await node.tryLease(2);
      if (answer.status !== 200) continue;
      const lease = parseLease(answer.body);
      await node.finish(lease);
      finished.push(lease.jobId);
    }
    expect(finished).toContain(held.jobId);
    await sql`update node set state = 'ready' where id = ${dying.nodeId}`.execute(farm.db);
    expect((await dying.complete(held, files)).status).toBe(409);
    expect(await available()).toEqual({ available: 146, held: 0 });
  });

  test('N25: cancelling gives back what was not made and tells the node to stop', async () => {
    const projectId = await createProject(['One', 'Two', 'Three']);
    await publish(projectId);
    await node.finish(await node.lease());
    const running = await node.lease();
    const { status, body } = await farm.call(key, 'POST', `/projects/${projectId}/publish/cancel`);
    expect(status).toBe(200);
    expect(body.data.creditsReleased).toBe(4);
    expect((await node.heartbeat(running)).body).toEqual({ stop: 'cancelled' });
    await node.release(running);
    expect((await node.tryLease()).status).toBe(204);
    expect(await statusOf(projectId)).toMatchObject({ phase: 'idle', message: 'The publish was cancelled.' });
    expect(await available()).toEqual({ available: 149, held: 0 });
    expect((await farm.call(key, 'POST', `/projects/${projectId}/publish/cancel`)).status).toBe(400);
    expect((await publish(projectId)).body.data.credits.reserved).toBe(4);
  });
});

describe('limits', () => {
  test('S117: too few credits for the whole publish start nothing at all', async () => {
    key = await freshKey('live', 'free');
    const projectId = await createProject(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    const { status, body } = await publish(projectId);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      statusCode: 402,
      creditsRequired: 11,
      creditsAvailable: 10,
      planRemaining: 10,
      purchasedBalance: 0,
      topUpUrl: expect.any(String),
    });
    expect((await node.tryLease()).status).toBe(204);
    expect((await statusOf(projectId)).phase).toBe('idle');
  });

  test('N28: a free plan without a quality gets 720p with a warning, with one too high 403', async () => {
    key = await freshKey('live', 'free');
    const projectId = await createProject(['One']);
    expect((await publish(projectId, { quality: '1080p' })).status).toBe(403);
    const { body } = await publish(projectId);
    expect(body.data).toMatchObject({ quality: '720p', requestedQuality: '1080p' });
    expect(body.meta.warnings).toMatchObject([{ code: 'QUALITY_DOWNGRADED' }]);
    const lease = await node.lease();
    expect(lease.payload).toMatchObject({ watermark: true, heightPx: 720 });
  });

  test('S108: a test key renders watermarked at 720p, spends nothing, and its file is labelled', async () => {
    key = await freshKey('test');
    const projectId = await createProject(['One']);
    const { body } = await publish(projectId, { quality: '4K' });
    expect(body.data).toMatchObject({
      sandbox: true,
      quality: '720p',
      requestedQuality: '4K',
      credits: { reserved: 0 },
    });
    expect((await node.workUntilIdle())[0]?.payload).toMatchObject({ watermark: true });
    const { id } = (await statusOf(projectId)).export;
    const download = await farm.call(key, 'GET', `/exports/${id}/download`);
    expect(download.body.data.filename).toBe('Launch day (Sandbox).mp4');
    expect(await available()).toEqual({ available: null, held: null });
  });

  test('S119: the 21st sandbox render of a day is refused with limit, used, requested and resetsAt', async () => {
    key = await freshKey('test');
    for (let round = 0; round < 5; round += 1) {
      const projectId = await createProject([`a${round}`, `b${round}`, `c${round}`, `d${round}`]);
      expect((await publish(projectId)).status).toBe(200);
      await node.workUntilIdle();
    }
    const { status, body } = await publish(await createProject(['One more']));
    expect(status).toBe(429);
    expect(body).toMatchObject({
      code: 'SANDBOX_SCENE_RENDERS',
      limit: 20,
      used: 20,
      requested: 1,
      resetsAt: expect.any(String),
    });
  });

  test('S120: a free plan makes one video at a time', async () => {
    key = await freshKey('live', 'free');
    await publish(await createProject(['One']));
    const { status, body } = await publish(await createProject(['Two']));
    expect(status).toBe(429);
    expect(body.code).toBe('EXPORT_CONCURRENCY');
  });

  test('unknown tracks, voices and fields are refused by name', async () => {
    const projectId = await createProject(['One']);
    expect((await publish(projectId, { musicTrackId: 'trk_none' })).body.code).toBe('MUSIC_TRACK_NOT_FOUND');
    expect((await publish(projectId, { qualty: '720p' })).status).toBe(400);
    expect((await publish('prj_none')).status).toBe(404);
    expect((await publish(projectId, {}, await freshKey())).status).toBe(404);
  });
});

describe('rendering and exporting by hand', () => {
  test('S62–S65: scenes are rendered without an export; then an export is ready and can be queued', async () => {
    const projectId = await createProject(['One', 'Two']);
    const unready = await farm.call(key, 'GET', `/exports/projects/${projectId}/readiness`);
    expect(unready.body.data).toMatchObject({
      ready: false,
      reasons: [{ code: 'SCENES_NOT_RENDERED' }],
      allowedQualities: ['720p', '1080p', '4K'],
      creditsRequired: { '720p': 1, '1080p': 2, '4K': 4 },
    });
    const early = await farm.call(key, 'POST', `/exports/projects/${projectId}`, {});
    expect([early.status, early.body.code]).toEqual([400, 'PROJECT_NOT_READY']);

    const started = await farm.call(key, 'POST', `/projects/${projectId}/render/start`, {});
    expect(started.body.data).toMatchObject({ queued: 2, reused: 0, creditsReserved: 2, state: 'queued' });
    expect(kindsOf(await node.workUntilIdle())).toEqual(['scene.render', 'scene.render']);
    const rendered = await farm.call(key, 'GET', `/projects/${projectId}/render/status`);
    expect(rendered.body.data).toMatchObject({ state: 'done', doneScenes: 2, progressPercent: 100 });
    expect(await statusOf(projectId)).toMatchObject({ phase: 'idle', message: 'Every scene is rendered.' });

    expect((await farm.call(key, 'GET', `/exports/projects/${projectId}/readiness`)).body.data.ready).toBe(true);
    const queued = await farm.call(key, 'POST', `/exports/projects/${projectId}`, {});
    expect(queued.status).toBe(201);
    expect(queued.body.data).toMatchObject({ status: 'QUEUED', progress: 0, quality: '1080p' });
    expect(kindsOf(await node.workUntilIdle())).toEqual(['export.assemble']);
    expect((await statusOf(projectId)).phase).toBe('completed');
    expect(await available()).toEqual({ available: 146, held: 0 });
  });
});

describe('watching', () => {
  test('S61: who waits is told why, and how far the frames are', async () => {
    const projectId = await createProject(['One', 'Two']);
    await node.goodbye();
    await publish(projectId);
    expect((await statusOf(projectId)).message).toBe('Waiting for a render node: none is ready.');
    const own = await newNode();
    const lease = await own.lease();
    await own.heartbeat(lease, { stage: 'render', done: 30, total: 120 });
    const status = await statusOf(projectId);
    expect(status.render.state).toBe('rendering');
    expect(status.render.progressPercent).toBeGreaterThan(0);
    expect(status.message).toContain('0 of 2 scenes done');
  });

  test('a long poll answers when something changes', async () => {
    const projectId = await createProject(['One']);
    await publish(projectId);
    const lease = await node.lease();
    const waiting = farm.call(key, 'GET', `/projects/${projectId}/publish/status?wait=20`);
    await node.finish(lease);
    expect((await waiting).body.data.phase).toMatch(/rendering|exporting/);
    await node.workUntilIdle();
    const after = await farm.call(key, 'GET', `/projects/${projectId}/publish/status?wait=20`);
    expect(after.body.data.phase).toBe('completed');
  });

  test('N27: the event stream tells every step and ends with the publish', async () => {
    const projectId = await createProject(['One']);
    await publish(projectId);
    const stream = farm.app.inject({
      method: 'GET',
      url: `/api/v2/projects/${projectId}/publish/events`,
      headers: { 'x-api-key': key },
    });
    await node.workUntilIdle();
    const text = (await stream).body;
    const phases = [...text.matchAll(/"phase":"(\w+)"/g)].map(([, phase]) => phase);
    expect(phases.at(-1)).toBe('completed');
    expect(text).toMatch(/^retry: 1000\n\nid: pub_\w+-[0-9a-f]{16}\nevent: status\ndata: \{/);
  });
});
