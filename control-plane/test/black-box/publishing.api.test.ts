import type { Lease } from '@reelyard/shared/contracts/node-protocol.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, claim, type OutsideFarm, outsideFarm, projectOf, refusal } from './caller.ts';

let farm: OutsideFarm;
let caller: Caller;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  await farm.node.workUntilIdle();
  caller = await farm.newCaller();
});

const status = async (projectId: string) => (await caller.client.getPublishStatus({ projectId })).data;
const kinds = (leases: readonly Lease[]) => leases.map(({ kind }) => kind).toSorted();
const assemblyOf = (leases: readonly Lease[]) =>
  leases.flatMap((lease) => (lease.kind === 'export.assemble' ? [lease.payload] : []))[0];
const notResolved = {
  blame: 'input',
  retryable: false,
  stage: 'prepare',
  code: 'LAYER_UNRESOLVED',
  message: 'Layer "headline" could not be resolved.',
  layer: 'headline',
} as const;

describe('the way of a publish', () => {
  test('S1, S4, S27, S28, S48, S49, S50, S61: without a body every scene is rendered, then one export made of them', async () => {
    const { id: projectId, scenes } = await projectOf(caller, 'One', 'Two');
    const before = await status(projectId);
    expect(before).toMatchObject({ phase: 'idle', message: expect.stringMatching(/\w/), export: null, videoUrl: null });
    const { data: publish, statusCode } = await caller.client.publishProject({ projectId });
    expect(statusCode).toBe(200);
    expect(publish).toMatchObject({
      requestId: expect.stringMatching(/^pub_/),
      projectId,
      phase: 'rendering',
      quality: '1080p',
      requestedQuality: '1080p',
      format: 'mp4',
      sandbox: false,
      credits: { reserved: 4 },
      scenes: scenes.map(({ id }) => ({ sceneId: id, plan: 'render' })),
      nextStep: expect.stringMatching(/\w/),
    });
    expect(publish.statusUrl).toContain(`/projects/${projectId}/publish/status`);

    await farm.node.finish(await farm.node.lease());
    const half = await status(projectId);
    expect(half).toMatchObject({ phase: 'rendering', sandbox: false, export: null, videoUrl: null });
    expect(half.render).toMatchObject({ sceneCount: 2, doneScenes: 1, failedScenes: 0, failures: [] });
    expect(half.render.progressPercent).toBe(50);
    const done = half.render.scenes.find(({ state }) => state === 'done');
    expect(done).toMatchObject({ previewUrl: expect.any(String), error: null });
    expect((await farm.open(done?.previewUrl)).status).toBe(200);

    await farm.node.finish(await farm.node.lease());
    const exporting = await status(projectId);
    expect(exporting).toMatchObject({
      phase: 'exporting',
      render: { state: 'done', doneScenes: 2, progressPercent: 100 },
      export: { id: expect.stringMatching(/^exp_/), progress: 0, quality: '1080p' },
      videoUrl: null,
    });
    expect(kinds(await farm.node.workUntilIdle())).toEqual(['export.assemble']);
    const completed = await status(projectId);
    expect(completed).toMatchObject({
      requestId: publish.requestId,
      phase: 'completed',
      render: { state: 'done', scenes: [{ state: 'done' }, { state: 'done' }] },
      export: { status: 'SUCCESS', progress: 100, durationSeconds: 9 },
    });
    expect(completed).not.toHaveProperty('callback');
    expect((await farm.open(completed.videoUrl)).headers.get('content-type')).toBe('video/mp4');
    expect((await farm.open(completed.thumbnailUrl)).headers.get('content-type')).toMatch(/^image\//);
    expect((await caller.client.getProject({ projectId })).data).toMatchObject({
      status: 'COMPLETED',
      publishCount: 1,
    });
  });

  test('S28, S59: a scene that fails before the renderer says "Credit refunded", and its credit is back', async () => {
    const { id: projectId } = await projectOf(caller, 'Good', 'Bad');
    const key = (await caller.client.listApiKeys()).data.apiKeys[0]?.id ?? '';
    const spent = async () => (await caller.client.getApiKey({ id: key })).data.usedThisMonth;
    await caller.client.publishProject({ projectId });
    expect(await spent()).toBe(4);
    const failing = await farm.node.lease();
    await farm.node.fail(failing, notResolved);
    await farm.node.workUntilIdle();
    const failed = await status(projectId);
    expect(failed).toMatchObject({ phase: 'render_failed', export: null, videoUrl: null });
    expect(failed.render).toMatchObject({ state: 'failed', sceneCount: 2, doneScenes: 1, failedScenes: 1 });
    expect(failed.render.failures).toMatchObject([{ layer: 'headline', stage: 'prepare', creditRefunded: true }]);
    expect(failed.render.scenes.find(({ state }) => state === 'failed')?.error).toContain('Credit refunded');
    expect(await spent()).toBe(1);
  });

  test('S28: an export that fails is told in export.errorMessage', async () => {
    const { id: projectId } = await projectOf(caller, 'One');
    await caller.client.publishProject({ projectId });
    await farm.node.finish(await farm.node.lease());
    const failure = { ...notResolved, blame: 'engine', stage: 'assemble', message: 'The sound is gone.' } as const;
    await farm.node.fail(await farm.node.lease(), failure);
    expect(await status(projectId)).toMatchObject({
      phase: 'failed',
      export: { status: 'FAILED', errorMessage: 'The sound is gone.' },
      videoUrl: null,
    });
  });

  test('S47: after a failed scene was edited, only the scenes whose inputs changed are rendered again', async () => {
    const { id: projectId, scenes } = await projectOf(caller, 'One', 'Two');
    await caller.client.publishProject({ projectId });
    const failing = await farm.node.lease();
    await farm.node.fail(failing, notResolved);
    await farm.node.workUntilIdle();
    const bad = failing.kind === 'scene.render' ? failing.payload.sceneId : '';
    await caller.client.updateScene({ projectId, sceneId: bad, body: { parameters: { headline: 'Mended' } } });
    expect((await status(projectId)).phase).toBe('idle');
    const { data } = await caller.client.publishProject({ projectId });
    expect(data.scenes).toEqual(scenes.map(({ id }) => ({ sceneId: id, plan: id === bad ? 'render' : 'reuse' })));
    expect(data.credits.reserved).toBe(3);
    expect(kinds(await farm.node.workUntilIdle())).toEqual(['export.assemble', 'scene.render']);
    const { render } = await status(projectId);
    expect(render.scenes.map(({ sceneId, reused }) => [sceneId, reused])).toEqual(
      scenes.map(({ id }) => [id, id !== bad]),
    );
  });

  test('S120: unchanged scenes are reused between publishes and not counted again', async () => {
    const { id: projectId } = await projectOf(caller, 'One', 'Two');
    await caller.client.publishProject({ projectId });
    await farm.node.workUntilIdle();
    const { data } = await caller.client.publishProject({ projectId, body: { includeMusic: false } });
    expect(data).toMatchObject({
      phase: 'exporting',
      scenes: [{ plan: 'reuse' }, { plan: 'reuse' }],
      credits: { reserved: 2, breakdown: [{ action: 'EXPORT_1080P', units: 1, credits: 2 }] },
    });
  });
});

describe('the options of a publish', () => {
  test.each([
    ['720p', 'mp4', 1_280, 720, 'video/mp4'],
    ['1080p', 'webm', 1_920, 1_080, 'video/webm'],
    ['4K', 'mp4', 3_840, 2_160, 'video/mp4'],
  ] as const)('S49, S50: %s %s is made as it was asked for', async (quality, format, width, height, contentType) => {
    const { id: projectId } = await projectOf(caller, 'One');
    const { data } = await caller.client.publishProject({ projectId, body: { quality, format } });
    expect(data).toMatchObject({ quality, requestedQuality: quality, format });
    await farm.node.workUntilIdle();
    const { export: made, videoUrl } = await status(projectId);
    expect(made).toMatchObject({ status: 'SUCCESS', quality });
    const { data: read } = await caller.client.getExport({ exportId: made?.id ?? '' });
    expect(read).toMatchObject({ quality, format, width, height });
    expect((await farm.open(videoUrl)).headers.get('content-type')).toBe(contentType);
  });

  test('S51, S52, S58: music matches the tone of the brand, is kept, and is left out where it is not wanted', async () => {
    const { data: project } = await caller.client.createProject({
      body: { brand: { name: 'Acme', tone: 'playful' }, scenes: [claim('One')] },
    });
    const projectId = project.id;
    const publish = async (body: object) => (await caller.client.publishProject({ projectId, body })).data.music;
    const first = await publish({});
    const { tracks } = (await caller.client.listMusic({ limit: 100 })).data;
    const track = tracks.find(({ id }) => id === first.trackId);
    expect(track?.tones).toContain('playful');
    expect(first).toEqual({ trackId: track?.id, title: track?.title, artist: track?.artist, source: 'brand_match' });
    expect(assemblyOf(await farm.node.workUntilIdle())?.music).toEqual({ trackId: first.trackId });
    expect(await publish({ quality: '720p' })).toEqual({ ...first, source: 'kept' });
    await farm.node.workUntilIdle();
    const other = tracks.find(({ id }) => id !== first.trackId)?.id ?? '';
    expect(await publish({ musicTrackId: other })).toMatchObject({ trackId: other, source: 'requested' });
    await farm.node.workUntilIdle();
    expect(await publish({ includeMusic: false })).toEqual({
      trackId: null,
      title: null,
      artist: null,
      source: 'none',
    });
    expect(assemblyOf(await farm.node.workUntilIdle())?.music).toBeNull();
    const unknown = caller.client.publishProject({ projectId, body: { musicTrackId: 'trk_none' } });
    expect((await refusal(unknown)).statusCode).toBe(400);
  });

  test('S53, S54: voiceover is spoken from the voiceoverText of each scene, by the voice that was named', async () => {
    const lines = ['First line.', 'Second line.'];
    const { data: project } = await caller.client.createProject({
      body: { scenes: lines.map((voiceoverText, index) => claim(`Scene ${index}`, { voiceoverText })) },
    });
    const projectId = project.id;
    const { voices } = (await caller.client.listVoices()).data;
    const voice = voices.at(-1);
    const { data } = await caller.client.publishProject({ projectId, body: { voiceId: voice?.id } });
    expect(data.voice).toEqual({ voiceId: voice?.id, name: voice?.name });
    const leases = await farm.node.workUntilIdle();
    const spoken = leases.flatMap((lease) => (lease.kind === 'narration.synthesize' ? [lease.payload] : []));
    expect(spoken).toMatchObject([{ voiceId: voice?.id, lines: lines.map((text) => ({ text })) }]);
    expect(assemblyOf(leases)?.narration?.segments.map(({ text }) => text)).toEqual(lines);

    const silent = await caller.client.publishProject({ projectId, body: { includeVoiceover: false } });
    expect(silent.data.voice).toBeNull();
    expect(assemblyOf(await farm.node.workUntilIdle())?.narration).toBeNull();
    const mute = await projectOf(caller, 'Nothing to say');
    expect((await caller.client.publishProject({ projectId: mute.id })).data.voice).toBeNull();
    const unknown = caller.client.publishProject({ projectId, body: { voiceId: 'voi_none' } });
    expect((await refusal(unknown)).statusCode).toBe(400);
  });

  test('S55: sound effects are mixed in unless they are not wanted', async () => {
    const { id: projectId } = await projectOf(caller, 'One');
    const mixed = async (body: object) => {
      await caller.client.publishProject({ projectId, body });
      return assemblyOf(await farm.node.workUntilIdle())?.includeSoundEffects;
    };
    expect(await mixed({})).toBe(true);
    expect(await mixed({ includeSoundEffects: false })).toBe(false);
  });
});
