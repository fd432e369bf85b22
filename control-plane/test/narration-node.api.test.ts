import { freePort } from '@reelyard/deploy/local/free-port.ts';
import { type ReelyardClient, reelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';
import { startRenderNode } from './render-node.ts';

let farm: Farm;
let node: { close(): Promise<void> };
let client: ReelyardClient;

beforeAll(async () => {
  const port = await freePort();
  farm = await startFarm({ FARM_PORT: String(port), FARM_PUBLIC_URL: `http://127.0.0.1:${port}` });
  await farm.app.listen({ host: '127.0.0.1', port });
  node = await startRenderNode(farm);
  client = reelyardClient({ baseUrl: `${farm.config.FARM_PUBLIC_URL}/api/v2`, apiKey: farm.keys.live });
});
afterAll(async () => {
  await node.close();
  await farm.close();
});

const takeJobs = async (): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from job where kind = 'narration.synthesize'`.execute(
      farm.db,
    )
  ).rows[0]?.count ?? -1;

test('S86, S87: a real node speaks the take in the language and at the speed that were asked for, and the video is made with it', {
  timeout: 240_000,
}, async () => {
  const scenes = [
    { templateId: 'big-claim', parameters: { headline: 'Fertig' }, voiceoverText: 'Beschäftigt ist nicht fertig.' },
    { templateId: 'big-claim', parameters: { headline: 'Still' } },
    { templateId: 'big-claim', parameters: { headline: 'Jetzt' }, voiceoverText: 'Fang heute damit an.' },
  ];
  const { data: project } = await client.createProject({ body: { title: 'Norra', scenes } });
  const projectId = project.id;

  /** Has it spoken and published, and tells what the narration then is. */
  const spokenAt = async (speed: number) => {
    const { data: building } = await client.refreshNarration({ projectId, body: { language: 'de', speed } });
    expect(building).toMatchObject({ state: 'building', ready: false, voiceId: 'voi_german', speed });
    // What it waits for ends with the take: its export needs it.
    await client.publishProject({ projectId, body: { quality: '720p', includeMusic: false } });
    expect(await client.waitForPublish(projectId)).toMatchObject({ phase: 'completed', export: { status: 'SUCCESS' } });
    return (await client.getNarration({ projectId })).data;
  };

  const slow = await spokenAt(0.8);
  expect(slow).toMatchObject({ state: 'ready', ready: true, waiting: null, error: null, speed: 0.8 });
  expect(slow.segments.map(({ position, fits }) => [position, fits])).toEqual([
    [0, true],
    [2, true],
  ]);
  for (const { text, words = [], startSeconds, endSeconds } of slow.segments) {
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    expect(words[0]?.start).toBeGreaterThanOrEqual(startSeconds);
    expect(words.at(-1)?.end).toBeLessThanOrEqual(endSeconds);
  }
  const audio = await fetch(slow.audioUrl ?? '');
  expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/flac']);
  const bytes = Buffer.from(await audio.arrayBuffer());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('fLaC');
  // STREAMINFO: 20 bits of sample rate from byte 18 on, 36 bits of samples up to byte 26.
  const rateHz = bytes.readUIntBE(18, 3) >> 4;
  const sampleCount = bytes.readUInt32BE(22) + (bytes.readUInt8(21) & 15) * 2 ** 32;
  expect(sampleCount / rateHz).toBeCloseTo(slow.durationSeconds ?? 0, 1);
  expect(await takeJobs()).toBe(1);

  const fast = await spokenAt(1.2);
  const lengthOf = ({ segments }: typeof fast): number =>
    segments.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
  expect(lengthOf(slow) / lengthOf(fast)).toBeGreaterThan(1.3);
  expect(fast.scriptHash).not.toBe(slow.scriptHash);
  expect(await takeJobs()).toBe(2);
});
