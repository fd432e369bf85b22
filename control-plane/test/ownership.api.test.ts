import { operationsOf, type PlacedOperation } from '@reelyard/shared/sdk/openapi-document.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { documentOf } from './openapi-snapshot.ts';

let farm: Farm;
let ownerKey: string;
let ids: Readonly<Record<'projectId' | 'sceneId' | 'exportId' | 'brandId' | 'keyId' | 'sessionId', string>>;
let operations: PlacedOperation[];
const owner = 'acc_owner';
/** Stands in everything that the owner has: no answer to anybody else may hold it. */
const mark = 'OnlyTheOwnerKnows';

const data = async (path: string, body: unknown) => {
  const answer = await farm.call(ownerKey, 'POST', path, body);
  if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};

/** A browsing session of the owner that has ended: no browser is needed to own one. */
const closedSession = async (projectId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into browse_session (id, account_id, environment, api_key_id, purpose, project_id, node_id, viewport_width_px,
        viewport_height_px, viewport_is_mobile, start_host, opened_at, last_used_at, ends_at, closed_at, close_reason,
        billed_seconds, billed_credits, released_at)
    select 'bws_owned', ${owner}, 'live', (select id from api_key where account_id = ${owner} limit 1), 'agent',
           ${projectId}, (select id from node limit 1), 1440, 900, false, ${mark}, now(), now(), now(), now(), 'closed',
           0, 0, now()
    returning id`.execute(farm.db);
  return rows[0]?.id ?? '';
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
    sessionId: await closedSession(project.id),
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
  if (path.startsWith('/browse/sessions')) return 'sessionId';
  return 'projectId';
};

/** True where only a person who is signed in may act: a key is refused before anything is looked up (S106). */
const isWebOnly = ({ operation }: PlacedOperation): boolean =>
  JSON.stringify(operation.security) === JSON.stringify([{ session: [] }]);

/** `by` is a key, a person, or nobody; each operation is asked from an address of its own, so that no limit is reached. */
const request = async (
  placed: PlacedOperation,
  by: string | TestUser | null,
  over: Readonly<Record<string, string>> = {},
) => {
  const path = placed.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => over[name] ?? ids[kindOf(placed, name)]);
  const body = placed.operation.requestBody?.content['application/json']?.example;
  const method = placed.method.toUpperCase() as NonNullable<InjectOptions['method']>;
  const from = `198.51.100.${operations.indexOf(placed) + 1}`;
  const answer = await (by !== null && typeof by === 'object'
    ? by.call(method, path, body)
    : farm.call(by, method, path, body, from));
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
    expect([...kinds].sort()).toEqual(['brandId', 'exportId', 'keyId', 'projectId', 'sceneId', 'sessionId']);
  });

  test('can be read by its owner, so that a 404 says something', async () => {
    // A session that has ended has no page to show.
    for (const placed of operations.filter(({ method, path }) => method === 'get' && !path.endsWith('/outline'))) {
      expect(await request(placed, ownerKey)).toMatchObject({ status: 200 });
    }
  });

  test('N43: does not exist for a key of another account, in any operation', async () => {
    const before = await ownersView();
    for (const placed of operations) {
      const stranger = await farm.newKey({ accountId: 'acc_stranger', plan: 'enterprise' });
      const answer = await request(placed, stranger);
      const isRefusedBefore = isWebOnly(placed);
      expect({ ...answer, isTold: answer.text.includes(mark) }).toMatchObject({
        status: isRefusedBefore ? 403 : 404,
        isTold: false,
      });
      if (isRefusedBefore) expect(answer.code).toBe('WEB_SESSION_REQUIRED');
      else expect(answer.code).toMatch(/^(PROJECT|EXPORT|BRAND|API_KEY|KEY|CALLBACK|BROWSE_SESSION)_NOT_FOUND$/);
    }
    expect(await ownersView()).toEqual(before);
  });

  test('N43: does not exist for a person of another account who is signed in, in any operation', async () => {
    const before = await ownersView();
    const stranger = await farm.newWebUser({ accountId: 'acc_stranger', role: 'admin' });
    for (const placed of operations) {
      const answer = await request(placed, stranger);
      expect({ ...answer, isTold: answer.text.includes(mark) }).toMatchObject({ status: 404, isTold: false });
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
    for (const placed of operations.filter((each) => !each.path.startsWith('/brands') && !isWebOnly(each))) {
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
