import { operationsOf, type PlacedOperation } from '@reelyard/shared/sdk/openapi-document.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { documentOf } from './openapi-snapshot.ts';

let farm: Farm;
let ownerKey: string;
let ids: Readonly<Record<'projectId' | 'sceneId' | 'exportId' | 'brandId' | 'keyId', string>>;
let operations: PlacedOperation[];
const owner = 'acc_owner';
/** Stands in everything that the owner has: no answer to anybody else may hold it. */
const mark = 'OnlyTheOwnerKnows';

const data = async (path: string, body: unknown) => {
  const answer = await farm.call(ownerKey, 'POST', path, body);
  if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};

beforeAll(async () => {
  farm = await startFarm();
  ownerKey = await farm.newKey({ accountId: owner });
  const scene = { templateId: 'big-claim', parameters: { headline: mark } };
  const project = await data('/projects', { title: mark, brand: { name: mark }, scenes: [scene, scene] });
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  await data(`/projects/${project.id}/publish`, { callbackUrl: `https://hooks.example.invalid/${mark}` });
  await node.workUntilIdle();
  const status = await farm.call(ownerKey, 'GET', `/projects/${project.id}/publish/status`);
  ids = {
    projectId: project.id,
    sceneId: project.scenes[0].id,
    exportId: status.body.data.export.id,
    brandId: (await data('/brands', { name: mark })).id,
    keyId: (await data('/api-keys', { name: mark, environment: 'live' })).id,
  };
  // Templates are everybody's.
  operations = operationsOf(await documentOf(farm)).filter(
    ({ path }) => path.includes('{') && !path.startsWith('/templates'),
  );
});
afterAll(() => farm.close());

/** The parameters that an operation takes, and the kind of thing each is. */
const idNames = ({ path }: PlacedOperation): string[] =>
  path.match(/\{(\w+)\}/g)?.map((name) => name.slice(1, -1)) ?? [];
const kindOf = ({ path }: PlacedOperation, name: string): keyof typeof ids => {
  if (name !== 'id') return name as keyof typeof ids;
  if (path.startsWith('/brands')) return 'brandId';
  if (path.startsWith('/api-keys')) return 'keyId';
  return 'projectId';
};

const request = async (placed: PlacedOperation, key: string | null, over: Readonly<Record<string, string>> = {}) => {
  const path = placed.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => over[name] ?? ids[kindOf(placed, name)]);
  const body = placed.operation.requestBody?.content['application/json']?.example;
  const method = placed.method.toUpperCase() as NonNullable<InjectOptions['method']>;
  const answer = await farm.call(key, method, path, body);
  return { method, path, status: answer.status, code: answer.body?.code, text: JSON.stringify(answer.body) };
};

/** Everything that the owner can see of what is his. */
const ownersView = async (): Promise<unknown[]> => {
  const { projectId, exportId, brandId, keyId } = ids;
  const addresses = [
    `/projects/${projectId}`,
    '/projects',
    `/exports/${exportId}`,
    `/brands/${brandId}`,
    '/brands',
    `/api-keys/${keyId}`,
    '/api-keys',
  ];
  const answers = await Promise.all(addresses.map((address) => farm.call(ownerKey, 'GET', address)));
  // Signed addresses differ from one look to the next, and a key says when it was used.
  const isOwn = (name: string): boolean => !/Url$|^url$|^lastUsedAt$/.test(name);
  return answers.map(({ body }) =>
    JSON.parse(JSON.stringify(body.data, (name, value) => (isOwn(name) ? value : undefined))),
  );
};

const secretOfNewKey = async (): Promise<{ id: string; secret: string }> =>
  data('/api-keys', { name: 'gone', environment: 'live' });

describe('G1: what belongs to one account', () => {
  test('there are operations to try: at least one with each kind of id', () => {
    const kinds = new Set(operations.flatMap((placed) => idNames(placed).map((name) => kindOf(placed, name))));
    expect([...kinds].sort()).toEqual(['brandId', 'exportId', 'keyId', 'projectId', 'sceneId']);
  });

  test('can be read by its owner, so that a 404 says something', async () => {
    for (const placed of operations.filter(({ method }) => method === 'get')) {
      expect(await request(placed, ownerKey)).toMatchObject({ status: 200 });
    }
  });

  test('N43: does not exist for a key of another account, in any operation', async () => {
    const before = await ownersView();
    for (const placed of operations) {
      const stranger = await farm.newKey({ accountId: 'acc_stranger', plan: 'enterprise' });
      const answer = await request(placed, stranger);
      expect({ ...answer, isTold: answer.text.includes(mark) }).toMatchObject({ status: 404, isTold: false });
      expect(answer.code).toMatch(/^(PROJECT|EXPORT|BRAND|API_KEY|KEY|CALLBACK)_NOT_FOUND$/);
    }
    expect(await ownersView()).toEqual(before);
  });

  test('is in no list of another account', async () => {
    const stranger = await farm.newKey({ accountId: 'acc_stranger' });
    for (const path of ['/projects', '/brands', '/api-keys']) {
      const answer = await farm.call(stranger, 'GET', path);
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(mark);
    }
  });

  test("N43: does not exist for the owner's key of the other environment, in any operation", async () => {
    const before = await ownersView();
    // A brand is the account's: both environments draw with it.
    for (const placed of operations.filter(({ path }) => !path.startsWith('/brands'))) {
      const testKey = await farm.newKey({ accountId: owner, environment: 'test' });
      const answer = await request(placed, testKey);
      expect({ ...answer, isTold: answer.text.includes(mark) }).toMatchObject({ status: 404, isTold: false });
    }
    expect(await ownersView()).toEqual(before);
  });

  test('S116: is 401 without a key, with a revoked one and with an expired one', async () => {
    const [revoked, expired] = [await secretOfNewKey(), await secretOfNewKey()];
    expect((await farm.call(ownerKey, 'DELETE', `/api-keys/${revoked.id}`)).status).toBe(200);
    await sql`update api_key set expires_at = now() - interval '1 minute' where id = ${expired.id}`.execute(farm.db);
    const before = await ownersView();
    for (const placed of operations) {
      for (const key of [null, revoked.secret, expired.secret]) {
        const answer = await request(placed, key);
        expect({ ...answer, isTold: answer.text.includes(mark) }).toMatchObject({ status: 401, isTold: false });
      }
    }
    expect(await ownersView()).toEqual(before);
  });

  test.each([
    ['a word', 'nonsense'],
    ['a prefix', 'prj_'],
    ['a NUL', '%00'],
    ['a way up', '..%2F..'],
    ['150 letters', 'x'.repeat(150)],
    ['the id of something else', 'exp_ffffffffffffffffffffffffffffffff'],
  ])('with %s for an id is 404 or 400 and nothing else', async (_what, id) => {
    for (const placed of operations) {
      const own = await farm.newKey({ accountId: owner });
      for (const name of idNames(placed)) {
        const answer = await request(placed, own, { [name]: id });
        expect([400, 404], JSON.stringify(answer)).toContain(answer.status);
      }
    }
  });

  test('a scene of another project of the same account is not found through this one', async () => {
    const { id } = await data('/projects', { title: 'Other', scenes: [{ templateId: 'big-claim' }] });
    for (const placed of operations.filter(({ path }) => path.includes('{sceneId}'))) {
      expect(await request(placed, ownerKey, { projectId: id })).toMatchObject({
        status: 404,
        code: 'SCENE_NOT_FOUND',
      });
    }
  });
});
