import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, agentClient, eras } from './agent-client.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let farmUrl: string;

beforeAll(async () => {
  farm = await startFarm();
  farmUrl = await farm.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => farm.close());

let accountCount = 0;
const newKey = (more: { environment?: 'live' | 'test'; plan?: 'free' | 'pro' } = {}): Promise<string> => {
  accountCount += 1;
  return farm.newKey({ accountId: `acc_agent_${accountCount}`, ...more });
};

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly body: any;
}

const toolsList = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} };

/** A message as a program without the official client sends it; Host can be another one than where it goes. */
const send = async (message: unknown, headers: Record<string, string>, method = 'POST'): Promise<Sent> => {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const sent = httpRequest(
    `${farmUrl}/mcp`,
    {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    },
    (response) => {
      text(response).then((body) => {
        const json = body.startsWith('event:') ? body.slice(body.indexOf('data: ') + 6) : body;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(json) });
      }, reject);
    },
  );
  sent.on('error', reject);
  sent.end(typeof message === 'string' ? message : JSON.stringify(message));
  return promise;
};

describe.each(eras)('S1: the tools for agents, revision %j', (mode) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await agentClient(farmUrl, { 'x-api-key': await newKey() }, mode);
  });
  afterAll(() => agent.close());

  test('lists every tool with what it may do, in less than 22 kB', async () => {
    const { tools } = await agent.client.listTools();
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
    expect(readOnly).toEqual([
      'video_list_templates',
      'video_get_template',
      'video_list_media',
      'video_get_project',
      'video_plan_publish',
      'video_wait',
      'video_account',
    ]);
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(destructive.map(({ name }) => name)).toEqual([
      'video_edit_project',
      'video_browse_act',
      'video_cancel_publish',
    ]);
    const outside = tools.filter(({ annotations }) => annotations?.openWorldHint === true).map(({ name }) => name);
    expect(outside).toEqual([
      'video_draft_storyboard',
      'video_capture_ui',
      'video_browse_open',
      'video_browse_act',
      'video_publish',
    ]);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['video_create_project', 'video_browse_close']),
    );
    expect(tools.length).toBeLessThanOrEqual(20);
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(22_000);
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(() => ajv.compile(inputSchema), name).not.toThrow();
      expect(() => ajv.compile((outputSchema ?? { type: 'nothing' }) as object), name).not.toThrow();
      expect(description?.length, name).toBeGreaterThan(20);
      expect(annotations, name).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      });
      // A key is no argument of any tool.
      expect(JSON.stringify(inputSchema).toLowerCase(), name).not.toMatch(/apikey|api_key|secret|token"/);
    }
  });

  test('prices stand in the descriptions of what spends', async () => {
    const { tools } = await agent.client.listTools();
    const spending = tools.filter(({ description }) => /[1-9] credit/.test(description ?? '')).map(({ name }) => name);
    expect(spending).toEqual(
      expect.arrayContaining(['video_draft_storyboard', 'video_capture_ui', 'video_browse_open', 'video_publish']),
    );
  });

  test('a tool that is not there is an error of the protocol; wrong arguments are told with their places', async () => {
    await expect(agent.client.callTool({ name: 'video_delete_everything', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    const { isError, facts } = await agent.call('video_list_templates', {
      aspectRatio: '4:3',
      limit: 0,
      colour: 'red',
    });
    expect(isError).toBe(true);
    expect(facts).toMatchObject({ code: 'VALIDATION_FAILED', statusCode: 400, fix: expect.any(String) });
    expect(facts.details).toMatchObject([
      { path: 'aspectRatio', code: 'NOT_ALLOWED', allowed: ['16:9', '16:12'] },
      { path: 'limit', code: 'TOO_SMALL' },
      { path: 'colour', code: 'UNKNOWN_FIELD' },
    ]);
  });

  test('ids of dots and texts that nothing can store are refused before anything is asked', async () => {
    for (const projectId of ['..', '.', 'a/b', 'x?y', '']) {
      const { facts } = await agent.call('video_get_project', { projectId });
      expect(facts, projectId).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'projectId' }] });
    }
    const nul = await agent.call('video_list_templates', { search: 'a\u0000b' });
    expect(nul.facts).toMatchObject({ details: [{ path: 'search', code: 'NUL_CHARACTER' }] });
  });
});

test('S1: /llms.txt leads an agent that has no key yet to the reference and to every tool', async () => {
  const { statusCode, headers, body } = await farm.app.inject({ url: '/llms.txt' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const addresses = [...body.matchAll(/\]\((\S+)\)/g)].map(([, address = '']) => new URL(address).pathname);
  expect(addresses).toHaveLength(2);
  for (const url of addresses) expect((await farm.app.inject({ url })).statusCode, url).toBe(200);
  expect(body).toContain(`${farm.config.FARM_PUBLIC_URL}/mcp`);
  const agent = await agentClient(farmUrl, { 'x-api-key': await newKey() });
  for (const { name } of (await agent.client.listTools()).tools) expect(body).toContain(`\`${name}\``);
  await agent.close();
});

describe('S100: who may send messages', () => {
  test('no key, a wrong key, and two keys that differ are refused as the API refuses them', async () => {
    const none = await send(toolsList, {});
    expect(none.status).toBe(401);
    expect(none.headers['www-authenticate']).toContain('Bearer');
    expect(none.headers['x-request-id']).toMatch(/^req_/);
    expect(none.body).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('X-API-Key'), data: { code: 'API_KEY_MISSING', statusCode: 401 } },
    });
    const wrong = await send(toolsList, { 'x-api-key': 'svc_live_nothing' });
    expect(wrong).toMatchObject({ status: 401, body: { error: { data: { code: 'API_KEY_INVALID' } } } });
    const two = await send(toolsList, { 'x-api-key': farm.keys.live, authorization: `Bearer ${farm.keys.test}` });
    expect(two).toMatchObject({ status: 400, body: { error: { data: { code: 'CREDENTIALS_CONFLICT' } } } });
    await expect(agentClient(farmUrl, {})).rejects.toThrow();
  });

  test('a key in Authorization: Bearer is as good; a web session is none', async () => {
    const bearer = await send(toolsList, { authorization: `Bearer ${await newKey()}` });
    expect(bearer.body.result.tools.length).toBeGreaterThan(15);
    const user = await farm.newWebUser({ accountId: 'acc_agent_person' });
    expect((await send(toolsList, { cookie: user.cookie })).status).toBe(401);
  });

  test('S103: a key that was revoked is refused at the next message', async () => {
    const key = await newKey();
    const agent = await agentClient(farmUrl, { 'x-api-key': key });
    expect((await agent.call('video_account')).isError).toBe(false);
    const { id } = (await farm.call(key, 'GET', '/account')).body.data.key;
    expect((await farm.call(key, 'DELETE', `/api-keys/${id}`)).status).toBe(200);
    await expect(agent.call('video_account')).rejects.toThrow(/401|revoked/i);
    expect(await send(toolsList, { 'x-api-key': key })).toMatchObject({
      status: 401,
      body: { error: { data: { code: 'API_KEY_REVOKED' } } },
    });
    await agent.close();
  });

  test('S120: messages and requests share the 120 of a minute', async () => {
    const key = await newKey();
    const agent = await agentClient(farmUrl, { 'x-api-key': key });
    const first = await farm.call(key, 'GET', '/account');
    const left = Number(/r=(\d+)/.exec(String(first.headers['ratelimit']))?.[1]);
    expect(left).toBeLessThan(119);
    await agent.call('video_get_template', { template: 'big-claim' });
    const after = await farm.call(key, 'GET', '/account');
    // The message, the request that the tool made, and this one.
    expect(after.headers['ratelimit']).toContain(`r=${left - 3};`);
    for (let used = 120 - left + 3; used < 119; used += 1) await farm.call(key, 'GET', '/account');
    const { facts, isError } = await agent.call('video_get_template', { template: 'big-claim' });
    expect(isError).toBe(true);
    expect(facts).toMatchObject({ code: 'RATE_LIMITED', statusCode: 429, retryAfterSeconds: expect.any(Number) });
    const refused = await send(toolsList, { 'x-api-key': key });
    expect(refused).toMatchObject({ status: 429, body: { error: { data: { code: 'RATE_LIMITED' } } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await farm.call(key, 'GET', '/account')).status).toBe(429);
    await agent.close();
  });
});

describe('what comes in', () => {
  test('a page of another origin, and a name that is not ours, are refused before the key is looked at', async () => {
    const key = { 'x-api-key': await newKey() };
    for (const origin of ['https://evil.example', 'null', `${farmUrl}.evil.example`]) {
      const answer = await send(toolsList, { ...key, origin });
      expect(answer, origin).toMatchObject({ status: 403, body: { error: { data: { code: 'CROSS_ORIGIN' } } } });
    }
    for (const host of ['evil.example', '127.0.0.1.evil.example:80', 'localhost.evil.example']) {
      const answer = await send(toolsList, { ...key, host });
      expect(answer, host).toMatchObject({ status: 403, body: { error: { data: { code: 'HOST_NOT_ALLOWED' } } } });
    }
    const own = new URL(farm.config.FARM_PUBLIC_URL).origin;
    for (const headers of [{ origin: own }, { host: 'localhost:1' }, { host: '10.1.2.3' }, { host: '[::1]:80' }]) {
      expect((await send(toolsList, { ...key, ...headers })).status, JSON.stringify(headers)).toBe(200);
    }
  });

  test('what is no message is told in the words of the protocol', async () => {
    const key = { 'x-api-key': await newKey() };
    expect(await send('{"jsonrpc":', key)).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    const poisoned = JSON.stringify(toolsList).replace('{}', '{"__proto__": {"polluted": 1}}');
    expect(await send(poisoned, key)).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await send([toolsList, toolsList], key)).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(await send(toolsList, { ...key, 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    const large = { ...toolsList, params: { padding: 'x'.repeat(1_100_000) } };
    expect(await send(large, key)).toMatchObject({
      status: 413,
      body: { error: { data: { code: 'BODY_TOO_LARGE' } } },
    });
    expect(await send('', key, 'GET')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await send({ ...toolsList, method: 'tools/delete' }, key)).body.error.code).toBe(-32601);
    expect((await send({ hello: 'world' }, key)).body.error.code).toBe(-32600);
    expect(await send({ ...toolsList, method: 'tools/call', params: {} }, key)).toMatchObject({
      body: { error: { code: -32602 } },
    });
  });

  test('nothing of the message but its tool is logged, and nothing of the inside is told', async () => {
    const key = await newKey();
    const canary = 'CanaryThatNobodyKeeps';
    const agent = await agentClient(farmUrl, { 'x-api-key': key });
    const { facts } = await agent.call('video_create_project', { title: canary, scenes: [{ templateId: canary }] });
    expect(facts).toMatchObject({ code: 'TEMPLATE_NOT_FOUND', nextStep: 'video_list_templates' });
    await agent.call('video_get_project', { projectId: 'prj_nothing' });
    const answers = [facts, await send({ ...toolsList, method: `tools/${canary}` }, { 'x-api-key': key })];
    expect(JSON.stringify(answers)).not.toMatch(/select |insert |node_modules|\.ts:|stack|postgres/i);
    expect(JSON.stringify(answers)).not.toContain(key);
    const logged = farm.logLines.filter((line) => line.includes(canary) || line.includes(key));
    expect(logged).toEqual([]);
    const calls = farm.logLines.flatMap((line) => {
      const entry = JSON.parse(line) as { msg: string; tool?: string; keyId?: string; outcome?: string };
      return entry.msg === 'tool call' && entry.outcome === 'TEMPLATE_NOT_FOUND' ? [entry] : [];
    });
    expect(calls).toMatchObject([{ tool: 'video_create_project', keyId: expect.stringMatching(/^key_/) }]);
    await agent.close();
  });

  test('keys are not guessed faster here than at the API', async () => {
    const address = { 'x-api-key': 'svc_live_guess' };
    const answers = await Promise.all(Array.from({ length: 125 }, () => send(toolsList, address)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body.error.data).toMatchObject({ code: 'RATE_LIMITED' });
    const again = await farm.call('svc_live_guess', 'GET', '/account');
    expect(again.status).toBe(429);
  });
});
