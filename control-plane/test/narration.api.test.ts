import type { Lease } from '@reelyard/shared/contracts/node-protocol.ts';
import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeNode, fakeNode } from './fake-node.ts';
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

/** Of one scene. */
const sceneSeconds = findTemplate('big-claim')?.manifest.durationSeconds ?? 0;
const sceneOf = (voiceoverText: string | null, headline = 'One') => ({
  templateId: 'big-claim',
  parameters: { headline },
  voiceoverText,
});
/** A project with a scene for each line. */
const projectOf = (...lines: (string | null)[]): Promise<string> =>
  caller.createProject([], { scenes: lines.map((line, index) => sceneOf(line, `Scene ${index}`)) });
const read = (projectId: string) => caller.data('GET', `/projects/${projectId}/narration`);
const post = (projectId: string, body: object = {}) => caller.call('POST', `/projects/${projectId}/narration`, body);
const refresh = (projectId: string, body: object = {}) => caller.data('POST', `/projects/${projectId}/narration`, body);
const spoken = async (projectId: string, body: object = {}): Promise<Lease> => {
  await refresh(projectId, body);
  const lease = await node.lease(10, ['narration.synthesize']);
  await node.finish(lease);
  return lease;
};
const takeJobs = async (accountId = caller.accountId): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from job
       where account_id = ${accountId} and kind = 'narration.synthesize'`.execute(farm.db)
  ).rows[0]?.count ?? -1;
const kindsOf = (leases: readonly Lease[]): string[] => leases.map(({ kind }) => kind).toSorted();
/** The take that the export of these leases was given. */
const takeKeyOf = (leases: readonly Lease[]): string | undefined => {
  const [payload] = leases.flatMap((lease) => (lease.kind === 'export.assemble' ? [lease.payload] : []));
  return payload?.narration?.takeKey;
};
const failed = (lease: Lease, over: object = {}) =>
  node.fail(lease, {
    blame: 'engine',
    retryable: false,
    stage: 'encode',
    code: 'VOICE_FAILED',
    message: 'The voice of this node failed to speak.',
    ...over,
  });

describe('S86: the narration of a project', () => {
  test('is none where nothing is spoken, and where nothing was spoken yet; reading it drives nothing (N55)', async () => {
    const silent = await projectOf(null);
    expect(await read(silent)).toMatchObject({
      projectId: silent,
      ready: false,
      state: 'none',
      message: 'No scene has a voiceoverText: there is nothing to speak.',
      voiceId: 'voi_english-us',
      speed: 1,
      audioUrl: null,
      durationSeconds: null,
      scriptHash: null,
      segments: [],
      error: null,
    });
    const projectId = await projectOf(null, '  Hear \n me. ');
    const [, sceneId] = await caller.sceneIds(projectId);
    expect(await read(projectId)).toMatchObject({
      state: 'none',
      scriptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      segments: [
        {
          sceneId,
          position: 1,
          text: 'Hear me.',
          startSeconds: sceneSeconds,
          endSeconds: 2 * sceneSeconds,
          fits: true,
        },
      ],
    });
    expect(await takeJobs()).toBe(0);
  });

  test('S87: is building, then ready with its audio, and a publish uses exactly that take', async () => {
    const projectId = await projectOf('Line one.', null, 'Line three.');
    const building = await refresh(projectId);
    expect(building).toMatchObject({
      state: 'building',
      ready: false,
      message: 'Waiting for a render node to become free.',
      waiting: { reason: 'NODES_BUSY', jobsAhead: 0 },
      segments: [{ text: 'Line one.' }, { text: 'Line three.' }],
    });
    expect(await read(projectId)).toEqual(building);
    const lease = await node.lease(10, ['narration.synthesize']);
    expect(lease.payload).toMatchObject({ voiceId: 'voi_english-us', scriptHash: building.scriptHash });
    expect(lease.payload).not.toHaveProperty('speed');
    expect(await read(projectId)).toMatchObject({
      state: 'building',
      waiting: null,
      message: 'The narration is being spoken.',
    });
    await node.finish(lease);
    const ready = await read(projectId);
    expect(ready).toMatchObject({
      ready: true,
      state: 'ready',
      waiting: null,
      durationSeconds: 3 * sceneSeconds,
      scriptHash: building.scriptHash,
      segments: [
        { position: 0, text: 'Line one.', startSeconds: 0, endSeconds: 1, fits: true },
        {
          position: 2,
          text: 'Line three.',
          startSeconds: 2 * sceneSeconds,
          endSeconds: 2 * sceneSeconds + 1,
          fits: true,
        },
      ],
    });
    expect(ready.segments[0]).not.toHaveProperty('words');
    const { pathname, search } = new URL(ready.audioUrl);
    const audio = await farm.app.inject({ url: pathname + search });
    expect([audio.statusCode, audio.headers['content-type'], audio.body]).toEqual([
      200,
      'audio/flac',
      `${lease.jobId} 1 take`,
    ]);

    await caller.publish(projectId);
    const leases = await node.workUntilIdle();
    expect(kindsOf(leases)).toEqual(['export.assemble', 'scene.render', 'scene.render', 'scene.render']);
    expect(takeKeyOf(leases)).toContain(lease.jobId);
    expect(await caller.status(projectId)).toMatchObject({ phase: 'completed' });
    expect((await read(projectId)).state).toBe('ready');
  });

  test('is there after a publish that spoke, without being asked for', async () => {
    const projectId = await projectOf('Hear me.');
    await caller.publish(projectId);
    expect((await read(projectId)).state).toBe('building');
    await node.workUntilIdle();
    expect(await read(projectId)).toMatchObject({ state: 'ready', durationSeconds: sceneSeconds });
    expect((await post(projectId)).body.data.state).toBe('ready');
    expect(await takeJobs()).toBe(1);
  });

  test('is stale after an edit of a line, of the voice or of the order, until it is spoken anew', async () => {
    const projectId = await projectOf('One line.', 'Another line.');
    const { scriptHash } = (await spoken(projectId)).payload as { scriptHash: string };
    const [one = '', two = ''] = await caller.sceneIds(projectId);
    await caller.editScene(projectId, one, { voiceoverText: 'A better line.' });
    const stale = await read(projectId);
    expect(stale).toMatchObject({
      state: 'stale',
      ready: false,
      audioUrl: null,
      message: expect.stringContaining('POST …/narration speaks it anew'),
      segments: [{ text: 'A better line.', fits: true }, { text: 'Another line.' }],
    });
    expect(stale.scriptHash).not.toBe(scriptHash);
    await caller.editScene(projectId, one, { voiceoverText: 'One line.' });
    expect((await read(projectId)).state).toBe('ready');
    await caller.data('PATCH', `/projects/${projectId}`, { voiceId: 'voi_german' });
    expect(await read(projectId)).toMatchObject({ state: 'stale', voiceId: 'voi_german' });
    await caller.data('PATCH', `/projects/${projectId}`, { voiceId: null });
    await caller.data('PATCH', `/projects/${projectId}/scenes/reorder`, { sceneIds: [two, one] });
    expect((await read(projectId)).state).toBe('stale');
    await spoken(projectId);
    expect(await read(projectId)).toMatchObject({ state: 'ready', segments: [{ sceneId: two }, { sceneId: one }] });
    for (const sceneId of [one, two]) await caller.editScene(projectId, sceneId, { voiceoverText: null });
    expect((await read(projectId)).state).toBe('none');
  });

  test('that failed says why and how it is mended; asking again tries again, and so it is never stale for it alone', async () => {
    const projectId = await projectOf('Hear me.');
    await refresh(projectId);
    const lease = await node.lease(10, ['narration.synthesize']);
    await failed(lease, { blame: 'input', message: 'The narration has nothing that this voice can speak.' });
    expect(await read(projectId)).toMatchObject({
      state: 'failed',
      ready: false,
      audioUrl: null,
      error:
        'The narration has nothing that this voice can speak. Change the voiceoverText of the scenes or the voice, then POST …/narration.',
      segments: [{ text: 'Hear me.', startSeconds: 0, endSeconds: sceneSeconds }],
    });
    const [sceneId = ''] = await caller.sceneIds(projectId);
    await caller.editScene(projectId, sceneId, { voiceoverText: 'Hear me again.' });
    expect((await read(projectId)).state).toBe('none');
    await caller.editScene(projectId, sceneId, { voiceoverText: 'Hear me.' });
    expect(await refresh(projectId)).toMatchObject({ state: 'building', error: null });
    await node.finish(await node.lease(10, ['narration.synthesize']));
    expect(await read(projectId)).toMatchObject({ state: 'ready', error: null });
  });

  test('S61: says what it waits for where nobody can speak it', async () => {
    await sql`update node set state = 'offline'`.execute(farm.db);
    const projectId = await projectOf('Hear me.');
    expect(await refresh(projectId)).toMatchObject({
      state: 'building',
      waiting: { reason: 'NO_NODE_READY' },
      message: 'Waiting for a render node: none is ready.',
    });
    await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { capabilities: { voices: ['voi_plain'] } });
    expect(await read(projectId)).toMatchObject({
      waiting: { reason: 'NO_NODE_FOR_VOICE' },
      message: 'Waiting for a render node with the chosen voice: none that is ready has it.',
    });
    const other = await projectOf('Hear me too.');
    expect((await refresh(other)).waiting.jobsAhead).toBe(1);
  });
});

describe('S87: a narration that is asked for', () => {
  test('keeps its voice and its speed for the next publish, which speaks nothing anew', async () => {
    const projectId = await projectOf('Guten Tag.');
    const before = await caller.data('GET', `/projects/${projectId}`);
    const lease = await spoken(projectId, { voiceId: 'voi_german', speed: 0.904 });
    expect(lease.payload).toMatchObject({ voiceId: 'voi_german', speed: 0.9 });
    const after = await caller.data('GET', `/projects/${projectId}`);
    expect(after).toMatchObject({ voiceId: 'voi_german', revision: before.revision + 1 });
    expect(await read(projectId)).toMatchObject({ state: 'ready', voiceId: 'voi_german', speed: 0.9 });
    const { body } = await caller.publish(projectId);
    expect(body.data.voice.voiceId).toBe('voi_german');
    const leases = await node.workUntilIdle();
    expect(kindsOf(leases)).toEqual(['export.assemble', 'scene.render']);
    expect(takeKeyOf(leases)).toContain(lease.jobId);

    expect(await refresh(projectId)).toMatchObject({ state: 'ready', voiceId: 'voi_german', speed: 0.9 });
    const copy = (await caller.data('POST', `/projects/${projectId}/duplicate`)).id;
    const [sceneId] = await caller.sceneIds(copy);
    expect(await read(copy)).toMatchObject({ state: 'ready', speed: 0.9, segments: [{ sceneId }] });
    expect((await caller.data('GET', `/projects/${projectId}`)).status).toBe('COMPLETED');
    expect(await refresh(projectId, { speed: 1 })).toMatchObject({
      state: 'building',
      voiceId: 'voi_german',
      speed: 1,
    });
    expect(await caller.data('GET', `/projects/${projectId}`)).toMatchObject({
      status: 'RENDER_PENDING',
      revision: before.revision + 2,
    });
  });

  test('N37: picks a voice by language alone, and keeps it', async () => {
    const projectId = await projectOf('Guten Tag.');
    expect(await refresh(projectId, { language: 'de' })).toMatchObject({ voiceId: 'voi_german' });
    expect(await refresh(projectId, { language: 'en-GB' })).toMatchObject({ voiceId: 'voi_english-gb' });
    expect(await refresh(projectId, { language: 'en' })).toMatchObject({ voiceId: 'voi_english-gb' });
    expect((await caller.data('GET', `/projects/${projectId}`)).voiceId).toBe('voi_english-gb');
  });

  test('makes a project ready for an export by hand (S64)', async () => {
    const projectId = await projectOf('Hear me.');
    await caller.data('POST', `/projects/${projectId}/render/start`, {});
    await node.workUntilIdle();
    const readiness = () => caller.data('GET', `/exports/projects/${projectId}/readiness`);
    expect(await readiness()).toMatchObject({ ready: false, reasons: [{ code: 'NARRATION_STALE' }] });
    await spoken(projectId);
    expect(await readiness()).toMatchObject({ ready: true, reasons: [] });
  });

  test('with force is spoken again where it is ready; a publish of the same then takes the new one', async () => {
    const projectId = await projectOf('Hear me.');
    const first = await spoken(projectId);
    await caller.publish(projectId);
    await node.workUntilIdle();
    expect((await refresh(projectId)).state).toBe('ready');
    expect((await caller.publish(projectId)).body.meta.idempotentReplay).toBe(true);
    expect((await refresh(projectId, { force: true })).state).toBe('building');
    const published = await caller.publish(projectId);
    expect(published.body.meta.idempotentReplay).toBeUndefined();
    const leases = await node.workUntilIdle();
    expect(kindsOf(leases)).toEqual(['export.assemble', 'narration.synthesize']);
    const [again] = leases.filter(({ kind }) => kind === 'narration.synthesize');
    expect(again?.jobId).not.toBe(first.jobId);
    expect(takeKeyOf(leases)).toContain(again?.jobId);
    expect((await caller.publish(projectId)).body.meta.idempotentReplay).toBe(true);
    const third = await spoken(projectId, { force: true });
    await caller.publish(projectId);
    expect(takeKeyOf(await node.workUntilIdle())).toContain(third.jobId);
  });

  test('with force that fails keeps the take that was there, for a publish that waits for it too', async () => {
    const projectId = await projectOf('Hear me.');
    const first = await spoken(projectId);
    const { audioUrl } = await read(projectId);
    await refresh(projectId, { force: true });
    await caller.publish(projectId);
    await failed(await node.lease(10, ['narration.synthesize']));
    expect(await read(projectId)).toMatchObject({
      state: 'ready',
      error: 'The voice of this node failed to speak. POST …/narration tries again; another voice may help.',
    });
    expect(new URL((await read(projectId)).audioUrl).pathname).toBe(new URL(audioUrl).pathname);
    expect(takeKeyOf(await node.workUntilIdle())).toContain(first.jobId);
    expect((await caller.status(projectId)).phase).toBe('completed');
  });

  test('saves a publish whose narration has failed while its scenes are still drawn', async () => {
    const projectId = await projectOf('Hear me.');
    await caller.publish(projectId);
    await failed(await node.lease(10, ['narration.synthesize']));
    expect((await refresh(projectId)).state).toBe('building');
    await node.workUntilIdle();
    expect((await caller.status(projectId)).phase).toBe('completed');
  });

  test('while a publish runs applies to the next one where it changes the voice', async () => {
    const projectId = await projectOf('Hear me.');
    await caller.publish(projectId);
    expect((await post(projectId)).body.meta.warnings).toBeUndefined();
    const { body } = await post(projectId, { voiceId: 'voi_english-gb' });
    expect(body.meta.warnings).toMatchObject([{ code: 'APPLIES_TO_NEXT_PUBLISH' }]);
    const leases = await node.workUntilIdle();
    expect(leases.filter(({ kind }) => kind === 'narration.synthesize')).toHaveLength(2);
    expect(await caller.status(projectId)).toMatchObject({ render: { state: 'done' }, export: { status: 'SUCCESS' } });
    expect((await read(projectId)).state).toBe('ready');
  });
});
