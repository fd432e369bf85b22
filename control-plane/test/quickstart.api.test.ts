import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import { parseLease } from '@reelyard/shared/contracts/node-protocol.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { documentOf } from './openapi-snapshot.ts';

let farm: Farm;
let folder: string;
const hasCurl = spawnSync('curl', ['--version']).status === 0;

beforeAll(async () => {
  const port = await freePort();
  farm = await startFarm({ FARM_PORT: String(port), FARM_PUBLIC_URL: `http://127.0.0.1:${port}` });
  await farm.app.listen({ host: '127.0.0.1', port });
  folder = await mkdtemp(path.join(tmpdir(), 'quickstart-'));
});
afterAll(async () => {
  await farm.close();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!hasCurl)('the commands of the reference make a video as they stand, in one shell', async () => {
  const { info } = await documentOf(farm);
  const blocks = [...String(info['description']).matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  const script = blocks.join('\n').replace('KEY=svc_live_…', `KEY=${farm.keys.live}`);
  expect(script).toContain(`BASE=${farm.config.FARM_PUBLIC_URL}/api/v2`);
  expect(script).toContain(farm.keys.live);

  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  const ended = new AbortController();
  const reader = promisify(execFile)('bash', ['-e', '-c', script], { cwd: folder, timeout: 50_000 }).finally(() =>
    ended.abort(),
  );
  const work = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const answer = await node.tryLease(1);
      if (answer.status === 200) await node.finish(parseLease(answer.body));
    }
  };
  const [{ stdout }] = await Promise.all([reader, work()]);

  expect(stdout).toContain('video.mp4');
  expect(JSON.parse(await readFile(path.join(folder, 'status.json'), 'utf8'))).toMatchObject({
    data: { phase: 'completed', export: { status: 'SUCCESS', quality: '720p' } },
  });
  // The node of these tests writes the names of files instead of pictures.
  expect(await readFile(path.join(folder, 'video.mp4'), 'utf8')).toContain('video');
});
