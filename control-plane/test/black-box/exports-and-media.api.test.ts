import { createHash } from 'node:crypto';
import { eachPage } from '@reelyard/shared/sdk/reelyard-client.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, type OutsideFarm, outsideFarm, projectOf, refusal } from './caller.ts';

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

/** A project with its video made. */
const published = async () => {
  const project = await projectOf(caller, 'One', 'Two');
  await caller.client.publishProject({ projectId: project.id });
  await farm.node.workUntilIdle();
  const { data } = await caller.client.getPublishStatus({ projectId: project.id });
  return { projectId: project.id, exportId: data.export?.id ?? '' };
};

test('S21, S30, S66: an export has its fields, and an outputUrl once its status is SUCCESS', async () => {
  const { id: projectId } = await projectOf(caller, 'One', 'Two');
  await caller.client.publishProject({ projectId, body: { quality: '720p', format: 'webm' } });
  for (const _scene of [1, 2]) await farm.node.finish(await farm.node.lease());
  const running = (await caller.client.getPublishStatus({ projectId })).data.export;
  const exportId = running?.id ?? '';
  const queued = (await caller.client.getExport({ exportId })).data;
  expect(queued).toMatchObject({
    id: exportId,
    status: 'QUEUED',
    progress: 0,
    quality: '720p',
    format: 'webm',
    errorMessage: null,
  });
  expect(queued).not.toHaveProperty('outputUrl');
  expect((await refusal(caller.client.downloadExport({ exportId }))).statusCode).toBe(400);

  const lease = await farm.node.lease();
  await farm.node.heartbeat(lease, { stage: 'assemble', done: 50, total: 100 });
  const processing = (await caller.client.getExport({ exportId })).data;
  expect(processing.status).toBe('PROCESSING');
  expect(processing.progress).toBeGreaterThan(0);
  expect(processing.progress).toBeLessThan(100);
  expect(processing).not.toHaveProperty('outputUrl');

  await farm.node.finish(lease);
  const { data: made } = await caller.client.getExport({ exportId });
  expect(made).toMatchObject({
    id: exportId,
    projectId,
    status: 'SUCCESS',
    progress: 100,
    quality: '720p',
    format: 'webm',
    durationSeconds: 9,
    errorMessage: null,
    outputUrl: expect.stringMatching(/^http/),
    sandbox: false,
    watermarked: false,
    creditsCharged: 1,
  });
  const file = await farm.open(made.outputUrl);
  expect(file.headers.get('content-type')).toBe('video/webm');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256);
  expect(bytes.length).toBe(made.sizeBytes);
  const stranger = await farm.newCaller();
  expect(await refusal(stranger.client.getExport({ exportId }))).toMatchObject({ statusCode: 404 });
});

test('S62, S63: scenes are rendered without an export, and their pipeline is told', async () => {
  const { id: projectId, scenes } = await projectOf(caller, 'One', 'Two');
  const { data, statusCode } = await caller.client.startRender({ projectId });
  expect(statusCode).toBe(200);
  expect(data).toMatchObject({
    state: 'queued',
    queued: 2,
    reused: 0,
    creditsReserved: 2,
    scenes: scenes.map(({ id }) => ({ sceneId: id, plan: 'render' })),
  });
  await farm.node.finish(await farm.node.lease());
  const half = (await caller.client.getRenderStatus({ projectId })).data;
  expect(half).toMatchObject({ sceneCount: 2, doneScenes: 1, failedScenes: 0, progressPercent: 50, failures: [] });
  expect((await farm.node.workUntilIdle()).map(({ kind }) => kind)).toEqual(['scene.render']);
  const { data: done } = await caller.client.getRenderStatus({ projectId });
  expect(done).toMatchObject({ state: 'done', doneScenes: 2, scenes: [{ state: 'done' }, { state: 'done' }] });
  const { data: status } = await caller.client.getPublishStatus({ projectId });
  expect(status).toMatchObject({ phase: 'idle', export: null, videoUrl: null });
  expect((await caller.client.getProject({ projectId })).data.status).toBe('RENDERED');
});

test('S64, S65: an export is ready once every scene is rendered, and is queued then', async () => {
  const { id: projectId, scenes } = await projectOf(caller, 'One', 'Two');
  const readiness = async () => (await caller.client.getExportReadiness({ projectId })).data;
  expect(await readiness()).toMatchObject({
    ready: false,
    reasons: [{ code: 'SCENES_NOT_RENDERED', sceneIds: scenes.map(({ id }) => id) }],
    allowedQualities: ['720p', '1080p', '4K'],
    maxQuality: '4K',
    watermark: false,
    creditsRequired: { '720p': 1, '1080p': 2, '4K': 4 },
  });
  expect(await refusal(caller.client.createExport({ projectId }))).toMatchObject({
    statusCode: 400,
    code: 'PROJECT_NOT_READY',
  });
  await caller.client.startRender({ projectId });
  await farm.node.workUntilIdle();
  expect(await readiness()).toMatchObject({ ready: true, reasons: [] });
  const { data, statusCode } = await caller.client.createExport({ projectId, body: { includeMusic: false } });
  expect(statusCode).toBe(201);
  expect(data).toMatchObject({ id: expect.stringMatching(/^exp_/), projectId, status: 'QUEUED', progress: 0 });
  expect((await farm.node.workUntilIdle()).map(({ kind }) => kind)).toEqual(['export.assemble']);
  expect((await caller.client.getExport({ exportId: data.id })).data).toMatchObject({
    status: 'SUCCESS',
    quality: '1080p',
    format: 'mp4',
    outputUrl: expect.any(String),
  });
});

test('S67: a download is a short-lived address that forces the file under the title of the video', async () => {
  const { exportId } = await published();
  const { data } = await caller.client.downloadExport({ exportId });
  expect(data).toMatchObject({ filename: 'Launch day.mp4', contentType: 'video/mp4' });
  const secondsLeft = (Date.parse(data.expiresAt) - Date.now()) / 1_000;
  expect(secondsLeft).toBeGreaterThan(200);
  expect(secondsLeft).toBeLessThanOrEqual(300);
  const file = await farm.open(data.url);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toContain('attachment; filename="Launch day.mp4"');
  expect((await file.arrayBuffer()).byteLength).toBe(data.sizeBytes);
  // Neither a key nor a guess opens what was not signed.
  const forged = data.url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect((await farm.open(forged, { headers: { 'x-api-key': caller.apiKey } })).status).toBe(403);
  expect(await refusal(caller.client.downloadExport({ exportId: 'exp_none' }))).toMatchObject({ statusCode: 404 });
});

test('S68: music tracks are listed with their ids, and found by a query', async () => {
  const tracks = [];
  for await (const page of eachPage(caller.client.listMusic, { limit: 5 })) tracks.push(...page.tracks);
  expect(tracks.length).toBeGreaterThan(0);
  expect(new Set(tracks.map(({ id }) => id)).size).toBe(tracks.length);
  for (const track of tracks) {
    expect(track).toMatchObject({
      id: expect.stringMatching(/^trk_/),
      title: expect.stringMatching(/\w/),
      artist: expect.stringMatching(/\w/),
      license: expect.stringMatching(/\w/),
    });
    expect(track.durationSeconds).toBeGreaterThan(0);
  }
  const wanted = tracks.at(-1);
  const found = (await caller.client.listMusic({ query: wanted?.title })).data.tracks;
  expect(found).toContainEqual(wanted);
  expect((await caller.client.listMusic({ query: 'xyzzy' })).data.tracks).toEqual([]);
  const preview = await farm.open(wanted?.previewUrl, { headers: { range: 'bytes=0-3' } });
  expect([preview.status, preview.headers.get('content-type')]).toEqual([206, expect.stringMatching(/^audio\//)]);
});

test('S69: voices are listed with their ids, and can be heard', async () => {
  const { voices } = (await caller.client.listVoices({ limit: 100 })).data;
  expect(voices.length).toBeGreaterThan(0);
  for (const voice of voices) {
    expect(voice).toMatchObject({
      id: expect.stringMatching(/^voi_/),
      name: expect.stringMatching(/\w/),
      language: expect.stringMatching(/^[a-z]{2,3}$/),
    });
    expect(voice.charsPerSecond).toBeGreaterThan(0);
  }
  const heard = voices.find(({ sampleUrl }) => sampleUrl !== null);
  expect((await farm.open(heard?.sampleUrl)).headers.get('content-type')).toMatch(/^audio\//);
  const { language } = voices[0] ?? {};
  const spoken = (await caller.client.listVoices({ language, limit: 100 })).data.voices;
  expect(spoken).toEqual(voices.filter((voice) => voice.language === language));
});
