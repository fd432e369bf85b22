import { operationsOf, type PlacedOperation } from '@reelyard/shared/sdk/openapi-document.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { documentOf } from './openapi-snapshot.ts';
import { goodPassword, newUser } from './web-browser.ts';

type Method = NonNullable<InjectOptions['method']>;

let farm: Farm;
let user: TestUser;
let projectId: string;
let changing: PlacedOperation[];
let origin: string;

beforeAll(async () => {
  farm = await startFarm();
  user = await farm.newWebUser({ accountId: 'acc_origins' });
  const project = await user.call('POST', '/projects', { scenes: [{ templateId: 'big-claim', title: 'Mine' }] });
  projectId = project.body.data.id;
  changing = operationsOf(await documentOf(farm)).filter(({ method }) => method !== 'get');
  ({ origin } = new URL(farm.config.FARM_PUBLIC_URL));
});
afterAll(() => farm.close());

/** What other pages can make a browser send; each with the cookie. */
const hostile: readonly (readonly [string, Record<string, string>])[] = [
  ['no Origin', {}],
  ['Origin: null (a sandboxed frame, a file)', { origin: 'null' }],
  ['the Origin of another site', { origin: 'https://evil.example' }],
  ['another port of the same machine', { origin: 'http://127.0.0.1:9999' }],
  ['another scheme', { origin: 'https://127.0.0.1:0' }],
  ['a host that begins like ours', { origin: 'http://127.0.0.1:0.evil.example' }],
  ['a same-site page', { 'sec-fetch-site': 'same-site' }],
  ['text/plain from another site', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
  ['a form of another site', { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }],
  ['a form without Origin', { 'content-type': 'application/x-www-form-urlencoded' }],
];

/** A fingerprint of every row that there is. */
const everything = async (): Promise<string> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(farm.db);
  const prints: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ print: string }>`
      select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${sql.table(name)} t`.execute(
      farm.db,
    );
    prints.push(`${name} ${rows[0]?.print}`);
  }
  return prints.join('\n');
};

const addressOf = ({ path }: PlacedOperation): string =>
  `/api/v2${path.replace('{projectId}', projectId).replaceAll(/\{\w+\}/g, 'x')}`;
const bodyOf = ({ operation }: PlacedOperation): string =>
  JSON.stringify(operation.requestBody?.content['application/json']?.example ?? {});

const send = async (method: string, url: string, headers: Record<string, string>, payload?: string) => {
  const answer = await farm.app.inject({
    method: method.toUpperCase() as Method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { what: `${method} ${url}`, status: answer.statusCode, code: answer.json().code };
};

describe('G6: a session cookie that came along with a request of another page', () => {
  test.each(hostile)('changes nothing in any operation: %s', async (_what, headers) => {
    const before = await everything();
    const answers = [];
    for (const placed of changing) {
      answers.push(await send(placed.method, addressOf(placed), { cookie: user.cookie, ...headers }, bodyOf(placed)));
    }
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter(({ status, code }) => status !== 403 || code !== 'CROSS_ORIGIN')).toEqual([]);
    expect(await everything()).toBe(before);
  });

  test('from an own page every one of them gets as far as the operation itself', async () => {
    const answers = [];
    for (const placed of changing) {
      const answer = await send(placed.method, addressOf(placed), { cookie: user.cookie, origin }, '{"nonsense":true}');
      answers.push(answer);
    }
    expect(answers.filter(({ code }) => code === 'CROSS_ORIGIN' || code === 'SESSION_ENDED')).toEqual([]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'a body of type %s is none, whatever its Origin',
    async (type) => {
      const before = await everything();
      const headers = { cookie: user.cookie, origin, 'content-type': type };
      const create = changing.filter(
        ({ method, path }) => method === 'post' && ['/projects', '/brands'].includes(path),
      );
      for (const placed of create) {
        expect(await send('post', addressOf(placed), headers, bodyOf(placed))).toMatchObject({ status: 415 });
      }
      expect(await everything()).toBe(before);
    },
  );

  test('GET and HEAD change nothing on any address', async () => {
    const addresses = [...new Set(changing.map(addressOf))];
    const before = await everything();
    for (const address of addresses) {
      for (const method of ['GET', 'HEAD'] as const) {
        await farm.app.inject({
          method,
          url: address,
          headers: { cookie: user.cookie, origin: 'https://evil.example' },
        });
      }
    }
    expect(await everything()).toBe(before);
  });

  test('no page of another origin is allowed to read an answer', async () => {
    const answer = await farm.app.inject({
      url: '/api/v2/account',
      headers: { cookie: user.cookie, origin: 'https://evil.example' },
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('G6: /auth', () => {
  const requests = (email: string): readonly (readonly [string, string, object])[] => [
    ['POST', '/auth/sign-in', { email, password: goodPassword }],
    ['POST', '/auth/sign-up', { email: 'new@example.com', password: goodPassword }],
    ['POST', '/auth/sign-out', { everywhere: true }],
    ['POST', '/auth/change-password', { currentPassword: goodPassword, newPassword: 'a brand new phrase' }],
    ['POST', '/auth/reset-password/request', { email }],
    ['POST', '/auth/verify-email/request', { email }],
    ['POST', '/auth/sign-in/oidc', {}],
    ['DELETE', '/auth/sessions/ses_x', {}],
  ];

  test.each(hostile)('does nothing for another page, signed in or not: %s', async (_what, headers) => {
    const browser = await newUser(farm, `${crypto.randomUUID()}@example.com`);
    const before = await everything();
    for (const cookie of [user.cookie, '']) {
      for (const [method, url, body] of requests(user.email)) {
        const answer = await farm.app.inject({
          method: method as Method,
          url,
          remoteAddress: `192.0.2.${Math.floor(Math.random() * 250)}`,
          headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }), ...headers },
          payload: JSON.stringify(body),
        });
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_ORIGIN']);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect(await everything()).toBe(before);
    expect(browser.jar.size).toBe(0);
  });

  test.each([{ origin: '' }, { origin: 'x' }])(
    'takes its own origin and nothing like it',
    async ({ origin: other }) => {
      const answer = await farm.app.inject({ method: 'POST', url: '/auth/sign-out', headers: { origin: other } });
      expect(answer.statusCode).toBe(403);
      expect((await farm.app.inject({ method: 'POST', url: '/auth/sign-out', headers: { origin } })).statusCode).toBe(
        200,
      );
    },
  );
});

test('behind TLS cookies are bound to the host and to TLS', async () => {
  const secure = await startFarm({ FARM_PUBLIC_URL: 'https://farm.example' });
  try {
    await newUser(secure, 'tls@example.com');
    const signIn = await secure.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { origin: 'https://farm.example' },
      payload: { email: 'tls@example.com', password: goodPassword },
    });
    const cookies = [signIn.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-reelyard\./);
      expect(cookie).toMatch(/; Path=\/;/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).not.toMatch(/Domain=/i);
    }
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
    const account = await secure.app.inject({ url: '/api/v2/account', headers: { cookie } });
    expect(account.statusCode).toBe(200);
    // Without the prefix it could have been set by another host of the domain, or without TLS.
    const planted = await secure.app.inject({
      url: '/api/v2/account',
      headers: { cookie: cookie.replaceAll('__Host-', '') },
    });
    expect(planted.statusCode).toBe(401);
  } finally {
    await secure.close();
  }
});
