import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import { eachPage, type ReelyardClient, reelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let baseUrl: string;
let client: ReelyardClient;

beforeAll(async () => {
  farm = await startFarm();
  baseUrl = `${await farm.app.listen({ host: '127.0.0.1', port: 0 })}/api/v2`;
  client = reelyardClient({ baseUrl, apiKey: farm.keys.live });
});
afterAll(() => farm.close());

const scenes = (...headlines: string[]) =>
  headlines.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
const refusal = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error as Error)),
  );

test('S34, S41: the client makes and changes a project with the types of the document', async () => {
  const {
    data: project,
    meta,
    statusCode,
  } = await client.createProject({ body: { title: 'A', scenes: scenes('One') } });
  expect({ statusCode, apiVersion: meta.apiVersion, status: project.status }).toEqual({
    statusCode: 201,
    apiVersion: 'v2',
    status: 'RENDER_PENDING',
  });
  const [scene] = project.scenes;
  const changed = await client.updateScene({
    projectId: project.id,
    sceneId: scene?.id ?? '',
    ifMatch: String(project.revision),
    body: { parameters: { headline: 'Two' } },
  });
  expect(changed.data.scene.parameters).toEqual({ headline: 'Two' });
  const stale = client.updateProject({
    projectId: project.id,
    ifMatch: String(project.revision),
    body: { title: 'B' },
  });
  expect(await refusal(stale)).toMatchObject({ statusCode: 409, code: 'REVISION_CONFLICT' });
});

test('N2: a refusal is an ApiError with its code, its details and the id of the request', async () => {
  const error = await refusal(
    client.createProject({ body: { title: 'A', scenes: [{ templateId: 'big-claim', parameters: { headlin: 'x' } }] } }),
  );
  expect(error).toMatchObject({
    statusCode: 400,
    code: 'INVALID_LAYER_KEYS',
    body: { invalidKeys: [{ key: 'headlin' }] },
  });
  expect(error.details.map(({ path }) => path)).toEqual(['scenes[0].parameters.headlin']);
  expect(error.requestId).toMatch(/^req_/);
  expect(error.message).toContain('POST /projects answered 400 INVALID_LAYER_KEYS');
  expect(await refusal(reelyardClient({ baseUrl, apiKey: 'svc_live_x' }).listProjects())).toMatchObject({
    statusCode: 401,
  });
});

test('N19: a list is read page by page to its end', async () => {
  const apiKey = await farm.newKey({ accountId: 'acc_pages' });
  const own = reelyardClient({ baseUrl, apiKey });
  for (const title of ['1', '2', '3']) await own.createProject({ body: { title, scenes: scenes('x') } });
  const pages: string[][] = [];
  for await (const { projects } of eachPage(own.listProjects, { limit: 2 }))
    pages.push(projects.map(({ title }) => title));
  expect(pages).toEqual([['3', '2'], ['1']]);
});

test('S61: waitForPublish tells every status until the video is there', async () => {
  const { data: project } = await client.createProject({ body: { scenes: scenes('One', 'Two') } });
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  await client.publishProject({ projectId: project.id });
  const phases: string[] = [];
  const ended = client.waitForPublish(project.id, { onStatus: ({ phase }) => phases.push(phase) });
  await node.workUntilIdle();
  const status = await ended;
  expect(status).toMatchObject({ phase: 'completed', export: { status: 'SUCCESS' } });
  expect(phases.at(0)).toBe('rendering');
  expect(phases.at(-1)).toBe('completed');
  const { data: file } = await client.downloadExport({ exportId: status.export?.id ?? '' });
  const { pathname, search } = new URL(file.url);
  expect((await fetch(new URL(pathname + search, baseUrl))).headers.get('content-type')).toBe('video/mp4');
});

test('waitForPublish ends with the reason of its signal', async () => {
  const { data: project } = await client.createProject({ body: { scenes: scenes('One') } });
  await client.publishProject({ projectId: project.id });
  const stop = new AbortController();
  const waiting = client.waitForPublish(project.id, {
    signal: stop.signal,
    onStatus: () => stop.abort(new Error('enough')),
  });
  await expect(waiting).rejects.toThrow('enough');
  await client.cancelPublish({ projectId: project.id });
});

test('S61: waitForPublish outlives a farm that does not answer for a while, and a stream without news is empty', async () => {
  const { data: project } = await client.createProject({ body: { scenes: scenes('Away and back') } });
  const projectId = project.id;
  await client.publishProject({ projectId });
  await client.cancelPublish({ projectId });
  let asked = 0;
  const away: typeof fetch = async (input, init) => {
    asked += 1;
    // A read is repeated twice by itself: the fourth request belongs to a stream that was opened again.
    if (asked < 4) throw new TypeError('fetch failed');
    return fetch(input, init);
  };
  const returning = reelyardClient({ baseUrl, apiKey: farm.keys.live, fetch: away });
  expect(await returning.waitForPublish(projectId)).toMatchObject({ phase: 'idle' });
  expect(asked).toBeGreaterThanOrEqual(4);

  const ids: (string | null)[] = [];
  for await (const { id } of client.streamPublishStatus({ projectId })) ids.push(id);
  const headers = { 'last-event-id': ids.at(-1) ?? '' };
  const later = [];
  for await (const event of client.streamPublishStatus({ projectId }, { headers })) later.push(event);
  expect(ids).toHaveLength(1);
  expect(later).toEqual([]);
});

test('a POST that got no answer is repeated with the same key, and a DELETE is not', async () => {
  const seen: (string | null)[] = [];
  const flaky: typeof fetch = async (input, init) => {
    seen.push(new Headers(init?.headers).get('idempotency-key'));
    if (seen.length < 3) throw new TypeError('fetch failed');
    return fetch(input, init);
  };
  const apiKey = farm.keys.live;
  const { data } = await reelyardClient({ baseUrl, apiKey, fetch: flaky }).createProject({
    body: { scenes: scenes('x') },
  });
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toMatch(/^[0-9a-f-]{36}$/);
  const failing = reelyardClient({ baseUrl, apiKey, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  await expect(failing.deleteProject({ projectId: data.id })).rejects.toThrow('fetch failed');
});

test('N3: two calls with one Idempotency-Key make one project, and both have its answer', async () => {
  const input = { body: { title: 'Once', scenes: scenes('One') } };
  const twice = await Promise.all([1, 2].map(() => client.createProject(input, { idempotencyKey: 'once-and-only' })));
  expect(new Set(twice.map(({ data }) => data.id)).size).toBe(1);
  expect(twice.filter(({ meta }) => meta.idempotentReplay === true)).toHaveLength(1);
});
