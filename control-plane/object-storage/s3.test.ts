import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxUploadBytes } from './object-store.ts';
import { type S3Store, s3Store } from './s3.ts';
import type { OnStorageTrouble } from './s3-bucket.ts';
import { type S3Settings, s3Client } from './s3-client.ts';
import { StorageUnavailableError } from './storage-trouble.ts';
import { conformance, freshKey, putTo, sha256 } from './test/conformance.ts';
import { type S3Server, s3Server } from './test/s3-server.ts';
import { signatureProblem } from './test/signature-v4.ts';

const signingSecret = 'signing-secret-of-the-test-farm-0123456789';
type Trouble = Parameters<OnStorageTrouble>[0];

let clockShiftSeconds = 0;
const open = (
  settings: S3Settings,
  options: { maxUploadBytes?: number; callTimeoutMs?: number; troubles?: Trouble[] } = {},
): S3Store =>
  s3Store({
    settings,
    signingSecret,
    maxUploadBytes: options.maxUploadBytes ?? maxUploadBytes,
    callTimeoutMs: options.callTimeoutMs ?? 20_000,
    clock: () => new Date(Date.now() - clockShiftSeconds * 1_000),
    onTrouble: (trouble) => void options.troubles?.push(trouble),
  });

const suite = (name: string, settings: () => S3Settings, keepsFirst?: boolean): void => {
  const smallMaxBytes = 100_000;
  let store: S3Store;
  let another: S3Store;
  beforeAll(async () => {
    store = open(settings(), { maxUploadBytes: smallMaxBytes });
    another = open(settings(), { maxUploadBytes: smallMaxBytes });
    await Promise.all([store.ping(), another.ping()]);
    if (keepsFirst !== undefined) expect(store.keepsFirst).toBe(keepsFirst);
  });
  afterAll(() => {
    store.close();
    another.close();
  });
  conformance(name, () => ({
    store,
    another,
    maxUploadBytes: smallMaxBytes,
    async earlier(seconds, run) {
      clockShiftSeconds = seconds;
      try {
        return await run();
      } finally {
        clockShiftSeconds = 0;
      }
    },
  }));
};

for (const keepsFirst of [true, false]) {
  describe(`the tests’ own S3 server, which ${keepsFirst ? 'keeps the first file' : 'knows no conditional PUT'}`, () => {
    let server: S3Server;
    beforeAll(async () => {
      server = await s3Server({ keepsFirst });
    });
    afterAll(() => server.stop());
    suite(`S3, ${keepsFirst ? 'conditional' : 'staged'} uploads`, () => server.settings, keepsFirst);
  });
}

/** A real server, where one is at hand: its bucket is made when it is missing. */
const { S3_TEST_ENDPOINT, S3_TEST_REGION, S3_TEST_BUCKET, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY } =
  process.env;
const real: S3Settings = {
  endpoint: S3_TEST_ENDPOINT ?? null,
  publicEndpoint: null,
  region: S3_TEST_REGION ?? 'us-east-1',
  bucket: S3_TEST_BUCKET ?? 'reelyard-test',
  accessKeyId: S3_TEST_ACCESS_KEY_ID ?? '',
  secretAccessKey: S3_TEST_SECRET_ACCESS_KEY ?? '',
  forcePathStyle: true,
};
describe.skipIf(S3_TEST_ENDPOINT === undefined)('a real S3 server (S3_TEST_ENDPOINT)', () => {
  beforeAll(async () => {
    const client = s3Client(real, real.endpoint);
    await client.send(new CreateBucketCommand({ Bucket: real.bucket })).catch((error: Error) => {
      if (!error.name.startsWith('BucketAlready')) throw error;
    });
    client.destroy();
  });
  suite('a real S3 server', () => real);

  test('G12: a wrong secret and a wrong bucket are told apart', async () => {
    const troubles: Trouble[] = [];
    for (const wrong of [{ secretAccessKey: 'wrong' }, { bucket: 'no-such-bucket-of-the-farm' }]) {
      const store = open({ ...real, ...wrong }, { troubles });
      await expect(store.ping()).rejects.toThrow(StorageUnavailableError);
      store.close();
    }
    expect(troubles.map(({ trouble }) => trouble)).toEqual(['denied', 'no_bucket']);
  });
});

describe('uploads to a server that keeps the first file', () => {
  let server: S3Server;
  let store: S3Store;
  beforeAll(async () => {
    server = await s3Server();
    store = open(server.settings);
  });
  afterAll(async () => {
    store.close();
    await server.stop();
  });

  test('B4: before it is known what the server does, an address is for a place aside', async () => {
    const key = freshKey('mp4');
    const target = await store.signUpload(key, 'video/mp4', 60);
    expect([store.keepsFirst, new URL(target.url).pathname]).toEqual([null, `/farm/incoming/${key}`]);
    await store.ping();
    expect((await putTo(target, Buffer.from('early'))).status).toBe(200);
    expect(await store.head(key)).toMatchObject({ sha256: sha256(Buffer.from('early')) });
    expect([...server.objects.keys()]).toEqual([key]);
  });

  test('B4: an address takes one file; the second is refused at once, and cannot be made unconditional', async () => {
    const key = freshKey('mp4');
    const target = await store.signUpload(key, 'video/mp4', 60);
    expect(new URL(target.url).pathname).toBe(`/farm/${key}`);
    const answers = await Promise.all(['one', 'two', 'three'].map((body) => putTo(target, Buffer.from(body))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    const unconditional = await putTo(target, Buffer.from('four'), { 'content-type': 'video/mp4' });
    expect(unconditional.status).toBe(403);
  });

  test('C5: each upload is read once to know its hash, however often it is asked for', async () => {
    const key = freshKey('mp4');
    await putTo(await store.signUpload(key, 'video/mp4', 60), Buffer.from('bytes'));
    server.requests.length = 0;
    await Promise.all([store.head(key), store.head(key), store.head(key)]);
    expect(server.requests.filter((request) => request === `GET ${key}`)).toHaveLength(1);
  });

  test('I12: what we put ourselves is never read to know its hash', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('a picture'), 'image/png');
    server.requests.length = 0;
    expect(await store.head(key)).toMatchObject({ sha256: sha256(Buffer.from('a picture')) });
    expect(server.requests).toEqual([`HEAD ${key}`]);
  });

  test('addresses are for where callers reach the server, requests for where we do', async () => {
    const callers = open({ ...server.settings, publicEndpoint: 'https://files.example.com' });
    expect(await callers.signRead(freshKey(), { expiresInSeconds: 60 })).toMatch(
      /^https:\/\/files\.example\.com\/farm\//,
    );
    await callers.ping();
    callers.close();
  });
});

describe('uploads to a server that knows no conditional PUT', () => {
  test('B4: a file that is exchanged after it was read is not the one that was read', async () => {
    const server = await s3Server({ keepsFirst: false });
    const store = open(server.settings);
    await store.ping();
    const key = freshKey('mp4');
    const target = await store.signUpload(key, 'video/mp4', 60);
    await putTo(target, Buffer.from('read'));
    const exchanged = { body: Buffer.from('late'), contentType: 'video/mp4', metadata: {}, etag: '"another"' };
    server.onRequest = (request) => {
      if (request === `PUT ${key}`) server.objects.set(`incoming/${key}`, exchanged);
    };
    expect(await store.head(key)).toBeNull();
    server.onRequest = null;
    expect(await store.head(key)).toMatchObject({ sha256: sha256(Buffer.from('late')) });
    store.close();
    await server.stop();
  });
});

test.each([
  ['https://farm.s3.eu-central-1.amazonaws.com/', { endpoint: null, forcePathStyle: false }],
  ['https://s3.eu-central-1.amazonaws.com/farm/', { endpoint: null, forcePathStyle: true }],
  ['https://farm.files.example.com:9000/', { endpoint: 'https://files.example.com:9000', forcePathStyle: false }],
  ['http://[::1]:9000/farm/', { endpoint: 'http://[::1]:9000', forcePathStyle: true }],
])('G12: addresses below %s are signed for that host, whatever S3_* say', async (folder, where) => {
  const key = { accessKeyId: 'AKIATESTFARM', secretAccessKey: 'a/secret+of=the farm', region: 'eu-central-1' };
  const store = open({ ...key, publicEndpoint: null, bucket: 'farm', ...where });
  const [file, type] = [freshKey('mp4'), 'video/mp4'];
  const read = await store.signRead(file, { expiresInSeconds: 60, downloadFilename: `Ünï "x" & y=1'(*)!.mp4` });
  const upload = await store.signUpload(file, type, 60);
  for (const [method, address, headers] of [
    ['GET', read, {}],
    ['PUT', upload.url, upload.headers],
  ] as const) {
    const { host, pathname, search } = new URL(address);
    expect(address.startsWith(folder)).toBe(true);
    const request = { method, target: pathname + search, headers: { host, ...headers } };
    expect(signatureProblem(request, key, new Date())).toBeNull();
    expect(signatureProblem(request, { ...key, secretAccessKey: 'x' }, new Date())).toBe('SignatureDoesNotMatch');
  }
  store.close();
});

test('a clock that is wrong by an hour signs by the clock of the server, once that has answered', async () => {
  const server = await s3Server({ aheadMs: 3_600_000 });
  const store = open(server.settings);
  await store.ping();
  const key = freshKey('mp4');
  expect((await putTo(await store.signUpload(key, 'video/mp4', 60), Buffer.from('x'))).status).toBe(200);
  expect((await fetch(await store.signRead(key, { expiresInSeconds: 60 }))).status).toBe(200);
  store.close();
  await server.stop();
});

describe('a server in trouble', () => {
  let server: S3Server;
  let store: S3Store;
  let troubles: Trouble[];
  beforeEach(async () => {
    server = await s3Server();
    troubles = [];
    store = open(server.settings, { troubles });
    await store.ping();
  });
  afterEach(async () => {
    store.close();
    await server.stop();
  });
  const trouble = (): string | undefined => troubles.at(-1)?.trouble;

  test('C5: while it is gone every verb is a 503 that may be asked again, and then it works again', async () => {
    const key = freshKey();
    await store.put(key, Buffer.from('x'), 'image/png');
    await server.stop();
    const verbs = [
      () => store.put(freshKey(), Buffer.from('y'), 'image/png'),
      () => store.head(key),
      () => store.read(key),
      () => store.delete(key),
      () => store.ping(),
    ];
    for (const verb of verbs) {
      const error = await verb().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ kind: 'unavailable', code: 'STORAGE_UNAVAILABLE', trouble: 'unreachable' });
    }
    expect(troubles.map(({ operation }) => operation)).toEqual(['put', 'head', 'read', 'delete', 'ping']);
    // Signing asks nobody.
    await store.signRead(key, { expiresInSeconds: 60 });
    await store.signUpload(freshKey(), 'image/png', 60);
    await server.start();
    expect(await store.head(key)).toMatchObject({ sizeBytes: 1 });
    await store.ping();
  });

  test('C5: it is asked three times and no more', async () => {
    server.trouble = 'busy';
    server.requests.length = 0;
    await expect(store.head(freshKey())).rejects.toThrow(StorageUnavailableError);
    expect([server.requests.length, trouble()]).toEqual([3, 'busy']);
  });

  test('C5: a server that never answers is given up in time', async () => {
    server.trouble = 'silent';
    const hasty = open(server.settings, { callTimeoutMs: 500, troubles });
    const startedAtMs = performance.now();
    await expect(hasty.head(freshKey())).rejects.toThrow(StorageUnavailableError);
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    expect(trouble()).toBe('slow');
    hasty.close();
  });

  test('C5: an object that is cut short is never taken for whole', async () => {
    const key = freshKey('mp4');
    await putTo(await store.signUpload(key, 'video/mp4', 60), Buffer.alloc(200_000, 7));
    server.trouble = 'cut';
    await expect(store.head(key)).rejects.toThrow(StorageUnavailableError);
    const read = async (): Promise<number> => {
      let size = 0;
      for await (const chunk of await store.read(key)) size += (chunk as Buffer).length;
      return size;
    };
    await expect(read()).rejects.toThrow(StorageUnavailableError);
    expect(troubles.map(({ operation }) => operation)).toEqual(['verify', 'read']);
    server.trouble = null;
    expect(await store.head(key)).toMatchObject({ sizeBytes: 200_000 });
    expect(await read()).toBe(200_000);
  });

  test.each<[string, Partial<S3Settings>, string]>([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'denied'],
    ['an unknown key', { accessKeyId: 'nobody' }, 'denied'],
    ['another bucket', { bucket: 'other' }, 'no_bucket'],
    ['another region', { region: 'us-east-1' }, 'wrong_region'],
    ['a name that nobody has', { endpoint: 'http://storage.invalid:9000' }, 'unreachable'],
  ])('%s is called by its name, and no secret with it', async (_what, wrong, expected) => {
    const other = open({ ...server.settings, ...wrong }, { troubles });
    await expect(other.ping()).rejects.toThrow(StorageUnavailableError);
    await expect(other.put(freshKey(), Buffer.from('x'), 'image/png')).rejects.toThrow(StorageUnavailableError);
    other.close();
    expect(troubles[0]?.trouble).toBe(expected);
    expect(troubles).toHaveLength(2);
    const told = JSON.stringify(troubles);
    expect(told).not.toContain(server.settings.secretAccessKey);
    expect(told).not.toContain('Signature=');
  });
});
