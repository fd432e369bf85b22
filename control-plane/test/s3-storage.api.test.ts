import type { Lease } from '@reelyard/shared/contracts/node-protocol.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, s3Server } from '../object-storage/test/s3-server.ts';
import { type FakeNode, fakeNode, type Injecting } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { pictureUri } from './pictures.ts';

/** A node beside the S3 server: uploads go there, all else to the control plane. */
const nodeOf = (farm: Farm, server: S3Server): Promise<FakeNode> => {
  const toBoth: Injecting = {
    async inject(request) {
      if (request.method === 'POST') return farm.app.inject(request);
      const { url, headers, payload } = request;
      const body = new Uint8Array(payload as Buffer);
      const answer = await fetch(`${server.settings.endpoint}${url}`, { method: 'PUT', headers, body });
      return { statusCode: answer.ok ? 201 : answer.status, body: await answer.text(), json: () => null };
    },
  };
  return fakeNode(toBoth, farm.config.FARM_NODE_TOKEN);
};

for (const keepsFirst of [true, false]) {
  describe(`a farm on an S3 server ${keepsFirst ? 'with' : 'without'} conditional writes`, () => {
    let server: S3Server;
    let farm: Farm;
    let node: FakeNode;
    beforeAll(async () => {
      server = await s3Server({ keepsFirst });
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server.settings;
      farm = await startFarm({
        S3_ENDPOINT: endpoint ?? '',
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      });
      node = await nodeOf(farm, server);
    });
    afterAll(async () => {
      await farm.close();
      await server.stop();
    });

    const newPublish = async (headlines: readonly string[]): Promise<string> => {
      const scenes = headlines.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
      const project = await farm.call(farm.keys.live, 'POST', '/projects', { title: 'Zürich', scenes });
      const { id } = project.body.data;
      const publish = await farm.call(farm.keys.live, 'POST', `/projects/${id}/publish`, { includeVoiceover: false });
      expect(publish.status).toBe(200);
      return id;
    };
    const statusOf = async (projectId: string) =>
      (await farm.call(farm.keys.live, 'GET', `/projects/${projectId}/publish/status`)).body.data;
    const readiness = async (): Promise<{ statusCode: number; code: string | undefined }> => {
      const answer = await farm.app.inject('/readyz');
      return { statusCode: answer.statusCode, code: answer.json().code };
    };

    test('I12: a publish ends with files in the bucket, each once, at their keys, none aside', async () => {
      const projectId = await newPublish(['One', 'Two']);
      await node.workUntilIdle();
      const done = await statusOf(projectId);
      expect(done.phase).toBe('completed');
      const { videoUrl } = done;
      expect(videoUrl).toContain(`${server.settings.endpoint}/farm/accounts/`);
      const video = await fetch(videoUrl);
      expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4']);
      expect(await video.text()).toMatch(/^\S+ 1 video$/);
      expect([...server.objects.keys()].filter((key) => !key.startsWith('accounts/'))).toEqual([]);
      expect((await farm.app.inject('/storage/x')).statusCode).toBe(404);
    });

    test('I12: files that are missing, or not the ones that were announced, are refused', async () => {
      await newPublish(['Lies']);
      const held = await node.lease();
      const files = await node.uploadAll(held);
      const lies = Object.entries(files).map(([name, file]) => [name, { ...file, sha256: 'ab'.repeat(32) }]);
      const refused = await node.complete(held, Object.fromEntries(lies));
      expect([refused.status, refused.body.code]).toEqual([422, 'FILE_DIFFERS']);
      expect((await node.complete(held, files)).status).toBe(200);
      await node.workUntilIdle();
    });

    test('C5: while the server is gone nothing is lost: a completion is asked again, pictures are refused, readiness says so', async () => {
      const projectId = await newPublish(['Outage']);
      const held: Lease = await node.lease();
      const files = await node.uploadAll(held);
      expect((await readiness()).statusCode).toBe(200);
      await server.stop();
      try {
        const early = await node.complete(held, files);
        expect([early.status, early.body.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
        const brand = { name: 'Acme', logoUrl: await pictureUri('#e11d2e') };
        const refused = await farm.call(farm.keys.live, 'POST', '/brands', brand);
        expect([refused.status, refused.body.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
        const isDown = { statusCode: 503, code: 'STORAGE_UNAVAILABLE' };
        await expect.poll(readiness, { timeout: 20_000 }).toEqual(isDown);
      } finally {
        await server.start();
      }
      expect((await node.complete(held, files)).status).toBe(200);
      await node.workUntilIdle();
      expect((await statusOf(projectId)).phase).toBe('completed');
      await expect.poll(async () => (await readiness()).statusCode, { timeout: 20_000 }).toBe(200);
      const { body: metrics } = await farm.app.inject('/metrics');
      expect(metrics).toMatch(/farm_storage_errors_total\{operation="head",trouble="unreachable"\} [1-9]/);
      const told = farm.logLines.filter((line) => line.includes('"msg":"object storage"'));
      expect(told[0]).toContain('correct S3_ENDPOINT');
      expect(farm.logLines.join('\n')).not.toContain(server.settings.secretAccessKey);
      expect(farm.logLines.join('\n')).not.toContain('X-Amz-Signature');
    });
  });
}

test('a farm whose S3 server is away starts, is not ready, and becomes ready when the server is there', async () => {
  const server = await s3Server();
  await server.stop();
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server.settings;
  const farm = await startFarm({
    S3_ENDPOINT: endpoint ?? '',
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  try {
    await nodeOf(farm, server);
    expect((await farm.app.inject('/readyz')).json().code).toBe('STORAGE_UNAVAILABLE');
    expect((await farm.app.inject('/healthz')).statusCode).toBe(200);
    await server.start();
    const ready = async (): Promise<number> => (await farm.app.inject('/readyz')).statusCode;
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  } finally {
    await farm.close();
    await server.stop();
  }
});
