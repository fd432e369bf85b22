import {
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  resolveResponse,
} from '@reelyard/shared/sdk/openapi-document.ts';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FuzzRequest, type FuzzWorld, requestsOf } from './fuzz-requests.ts';
import { fuzzWorld } from './fuzz-world.ts';
import { type Farm, startFarm } from './harness.ts';
import { documentOf } from './openapi-snapshot.ts';
import { type SchemaChecker, schemaChecker } from './schema-checker.ts';

/** Another seed asks other questions: FUZZ_SEED=7 FUZZ_CASES=50000. What it finds is repeated with the same two. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120);
const caseCount = Number(process.env['FUZZ_CASES'] ?? 10_500);
const inFlight = 6;
/** Below what a key may ask in a minute (S120). */
const requestsPerKey = 100;

let farm: Farm;
let document: OpenApiDocument;
let world: FuzzWorld;
let checker: SchemaChecker;
let keys: string[];

beforeAll(async () => {
  farm = await startFarm({ LOG_LEVEL: 'error' });
  document = await documentOf(farm);
  checker = schemaChecker(document);
  const newKey = () => farm.newKey({ accountId: 'acc_fuzz', plan: 'enterprise' });
  world = await fuzzWorld(farm, document, await newKey());
  keys = await Promise.all(Array.from({ length: Math.ceil(caseCount / requestsPerKey) + 1 }, newKey));
});
afterAll(() => farm.close());

/** What no answer may tell: how the farm is built and where it lies. */
const leaks: readonly (readonly [string, RegExp])[] = [
  ['a stack', /\n\s+at |\bat \w+.*\.[jt]s:\d+|node_modules|node:internal/],
  [
    'SQL',
    /violates|invalid input syntax|syntax error at|relation "|duplicate key|(from|into|update) "\w+"|pgboss|kysely/i,
  ],
  ['a path', /file:\/\/\/(?!etc\/hosts)|\/tmp\/|ENOENT|EACCES/],
];

const typeOf = (response: LightMyRequestResponse): string =>
  String(response.headers['content-type']).split(';', 1)[0] ?? '';

/** The caller learns nothing of a fault; the log does. */
const loggedCause = (response: LightMyRequestResponse): string => {
  const requestId = String(response.headers['x-request-id']);
  const line = farm.logLines.find((each) => each.includes(requestId));
  return line === undefined ? 'nothing was logged' : JSON.stringify(JSON.parse(line).error).slice(0, 600);
};

/** What is wrong with an answer; null where nothing is. */
const problemOf = ({ operation }: PlacedOperation, response: LightMyRequestResponse): string | null => {
  const { statusCode, body } = response;
  // No node is there: what needs one says so, and its document has that.
  const isWantOfNodes = statusCode === 503 && operation.responses[503] !== undefined;
  if (statusCode >= 500 && !isWantOfNodes) return `answered ${statusCode}: ${loggedCause(response)}`;
  const leak = leaks.find(([, pattern]) => pattern.test(body));
  if (leak) return `tells ${leak[0]}: ${body.slice(0, 300)}`;
  const declared = operation.responses[statusCode];
  if (declared === undefined) return `answered ${statusCode}, which the document does not have: ${body.slice(0, 200)}`;
  const type = typeOf(response);
  if (type === 'application/problem+json' || type === 'text/event-stream') return null;
  const schema = resolveResponse(declared, document).content?.[type]?.schema;
  if (schema === undefined) return `answered ${statusCode} as ${type}`;
  const [first] = checker.problems(schema, response.json());
  return first === undefined ? null : `${statusCode}: ${first}`;
};

const send = (request: FuzzRequest, key: string): Promise<LightMyRequestResponse> =>
  farm.app.inject({
    method: request.method,
    url: `/api/v2${request.url}`,
    headers: { ...request.headers, 'x-api-key': key },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  });

const shown = ({ method, url, headers, payload }: FuzzRequest): string =>
  JSON.stringify({ method, url, headers, payload: payload?.toString().slice(0, 500) });

test(`${caseCount} made-up requests get no fault, no leak and no answer that the document does not have (seed ${seed})`, async () => {
  const operations = operationsOf(document);
  const each = Math.ceil(caseCount / operations.length);
  const cases = operations.flatMap((placed) =>
    fc.sample(requestsOf(placed, world), { seed, numRuns: each }).map((request) => ({ placed, request })),
  );
  const problems = new Map<string, string[]>();
  const statuses = new Map<number, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const { placed, request } = cases[index] ?? {};
      if (placed === undefined || request === undefined) return;
      const response = await send(request, keys[index % keys.length] ?? '');
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      const problem = problemOf(placed, response);
      if (problem === null) continue;
      const place = `${placed.operation.operationId} ${problem}`;
      problems.set(place, [...(problems.get(place) ?? []), shown(request)]);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));

  const found = [...problems].map(([problem, requests]) => `${problem} (${requests.length} times)\n  ${requests[0]}`);
  expect(found.slice(0, 20), `${found.length} kinds of problems with seed ${seed}`).toEqual([]);
  expect(cases.length).toBeGreaterThanOrEqual(Math.min(caseCount, 10_000));
  // The cases are no use where nearly all of them end at the same gate.
  expect(statuses.get(429) ?? 0).toBeLessThan(cases.length / 10);
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(cases.length / 10);
}, 240_000);
