import { type S3Server, s3Server } from '@reelyard/control-plane/object-storage/test/s3-server.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkObjectStorage } from './object-storage.ts';

let server: S3Server;
beforeEach(async () => {
  server = await s3Server();
});
afterEach(() => server.stop());

const environmentOf = ({ settings }: S3Server, changes: Record<string, string> = {}): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint ?? '',
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  ...changes,
});
const check = (changes: Record<string, string> = {}) =>
  checkObjectStorage({ environment: environmentOf(server, changes) });

it('says nothing of S3 where files are kept on the disk', async () => {
  expect(await checkObjectStorage({ environment: {} })).toEqual([]);
});

it('puts, reads, signs and deletes in the bucket, and leaves nothing there', async () => {
  expect(await check()).toMatchObject([
    { verdict: 'good', what: expect.stringContaining('puts, reads, signs, deletes') },
  ]);
  expect([...server.objects.keys()]).toEqual([]);
});

it('proves a server without conditional writes too', async () => {
  const simple = await s3Server({ keepsFirst: false });
  const [finding] = await checkObjectStorage({ environment: environmentOf(simple) });
  expect(finding).toMatchObject({ verdict: 'good', what: expect.stringContaining('copies uploads') });
  expect([...simple.objects.keys()]).toEqual([]);
  await simple.stop();
});

it.each([
  [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY'],
  [{ S3_BUCKET: 'other' }, 'NoSuchBucket', 'S3_BUCKET'],
  [{ S3_REGION: 'us-east-1' }, 'AuthorizationHeaderMalformed', 'S3_REGION'],
  [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, 'ECONNREFUSED', 'S3_ENDPOINT'],
  [{ S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' }, 'no answer to a signed upload', 'S3_PUBLIC_ENDPOINT'],
  [{ S3_REGION: '' }, 'S3_REGION: has to be set together', 'unset all S3_*'],
  [{ S3_ENDPOINT: 'storage:9000' }, 'must be an http(s) address', 'Correct these settings'],
])('names what is wrong with %j and what to do', async (changes, what, hint) => {
  const [finding] = await check(changes);
  expect(finding).toMatchObject({ verdict: 'broken', what: expect.stringContaining(what) });
  expect(finding?.hint).toContain(hint);
  expect(JSON.stringify(finding)).not.toContain(server.settings.secretAccessKey);
});
