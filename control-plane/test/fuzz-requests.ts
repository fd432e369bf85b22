import { Buffer } from 'node:buffer';
import type { JsonSchema, OpenApiDocument, Parameter, PlacedOperation } from '@reelyard/shared/sdk/openapi-document.ts';
import fc from 'fast-check';
import { broken, type Hints, naughtyStrings, valueOf } from './fuzz-values.ts';

export interface FuzzRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v2, as it goes over the wire. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** What is known about the farm that is fuzzed. */
export interface FuzzWorld {
  readonly document: OpenApiDocument;
  readonly hints: Hints;
  /** Path parameters that lead to something, for an operation: `{projectId, sceneId}`. */
  readonly idsFor: (placed: PlacedOperation) => fc.Arbitrary<Readonly<Record<string, string>>>;
}

/** Parts of a path that are no id: as they are written in the address. */
const brokenSegments = [
  '%00',
  '%ED%A0%80',
  '%',
  '%zz',
  '..%2F..%2Fetc',
  '%20',
  '-',
  '0',
  '__proto__',
  'undefined',
  'prj_%27%3B--',
  'scn_ffffffffffffffffffffffffffffffff',
  'x'.repeat(190),
  'x'.repeat(400),
  encodeURIComponent('👩‍👩‍👧‍👦'),
  encodeURIComponent('田中'),
];

const withDeepNesting = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** Bodies that no serializer writes. */
const oddBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '12',
  'true',
  '{',
  '{"a":1,}',
  "{'a':1}",
  '{"title":"a","title":"b"}',
  '{"scenes":[],"scenes":[{"templateId":"big-claim"}]}',
  '{"title":1e400}',
  '{"title":-0}',
  '{"title":"\\ud800"}',
  '{"title":"\\u0000"}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"scenes":[{"templateId":"big-claim","parameters":{"__proto__":"x"}}]}',
  '\uFEFF{}',
  '{} {}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":0x10}',
  `{"a":${'9'.repeat(4_000)}}`,
  withDeepNesting,
  `{"title":${withDeepNesting}}`,
  `{"scenes":[${'{},'.repeat(500)}{}]}`,
  `{"title":"${'x'.repeat(1_100_000)}"}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"title":"utf-16"}', 'utf16le'),
];

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/jsonx',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'garbage',
  '',
];

const jsonHeaders = { 'content-type': 'application/json' };
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const pathOf = (template: string, ids: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => ids[name] ?? '-');

const queryOf = (query: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value).toWellFormed())}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

const parametersIn = ({ operation }: PlacedOperation, place: Parameter['in']): Parameter[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place);

const recordOf = (parameters: readonly Parameter[], world: FuzzWorld): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      parameters.map(({ name, schema }) => [name, valueOf(schema, world.document, world.hints, name)]),
    ),
    { requiredKeys: [] },
  );

/** Header values that node itself would send. */
const headerText = (value: unknown): string =>
  textOf(value)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .trim()
    .slice(0, 300);

/** Requests of one operation: as the document says, with one thing wrong, or with a body that is hardly JSON. */
export const requestsOf = (placed: PlacedOperation, world: FuzzWorld): fc.Arbitrary<FuzzRequest> => {
  const method = placed.method.toUpperCase() as FuzzRequest['method'];
  const json = placed.operation.requestBody?.content['application/json'];
  const bodySchema: JsonSchema | undefined = json?.schema;
  const ids = world.idsFor(placed);
  const query = recordOf(parametersIn(placed, 'query'), world);
  const headers = recordOf(parametersIn(placed, 'header'), world);
  // The example is known to be taken: with one place of it changed it gets further than most made-up bodies.
  const body =
    bodySchema === undefined
      ? fc.constant(undefined)
      : fc.oneof(valueOf(bodySchema, world.document, world.hints), fc.constant(json?.example));
  const noHeaders = fc.constant<Record<string, unknown>>({});

  const request = (parts: {
    ids?: fc.Arbitrary<Readonly<Record<string, string>>>;
    query?: fc.Arbitrary<Readonly<Record<string, unknown>>>;
    headers?: fc.Arbitrary<Readonly<Record<string, unknown>>>;
    body?: fc.Arbitrary<unknown>;
  }): fc.Arbitrary<FuzzRequest> =>
    fc
      .tuple(parts.ids ?? ids, parts.query ?? query, parts.headers ?? noHeaders, parts.body ?? body)
      .map(([path, search, head, value]) => ({
        method,
        url: pathOf(placed.path, path) + queryOf(search),
        headers: {
          ...Object.fromEntries(Object.entries(head).map(([name, text]) => [name, headerText(text)])),
          ...(value === undefined ? {} : jsonHeaders),
        },
        ...(value === undefined ? {} : { payload: JSON.stringify(value) }),
      }));

  const raw = fc
    .tuple(ids, fc.constantFrom(...oddBodies), fc.constantFrom(...contentTypes))
    .map(([path, payload, type]) => ({
      method,
      url: pathOf(placed.path, path),
      headers: type === '' ? {} : { 'content-type': type },
      payload,
    }));

  const brokenIds = fc.tuple(ids, fc.constantFrom(...brokenSegments), fc.nat()).map(([path, segment, which]) => {
    const names = Object.keys(path);
    const name = names[which % Math.max(1, names.length)];
    return name === undefined ? path : { ...path, [name]: segment };
  });
  const brokenQuery = fc.tuple(query, fc.constantFrom(...naughtyStrings), fc.nat()).map(([search, text, which]) => {
    const names = [...parametersIn(placed, 'query').map(({ name }) => name), 'unknown', '__proto__'];
    return Object.fromEntries([...Object.entries(search), [names[which % names.length] ?? '', text]]);
  });
  const brokenHeaders = fc.constantFrom(...naughtyStrings).map((text) => ({
    'if-match': text,
    'idempotency-key': text,
    accept: text,
  }));

  return fc.oneof(
    { weight: 3, arbitrary: request({ headers }) },
    {
      weight: bodySchema === undefined ? 1 : 8,
      arbitrary: request({ body: bodySchema === undefined ? body : broken(body) }),
    },
    { weight: method === 'GET' ? 0 : 2, arbitrary: raw },
    { weight: 2, arbitrary: request({ ids: brokenIds }) },
    { weight: 2, arbitrary: request({ query: brokenQuery }) },
    { weight: 1, arbitrary: request({ headers: brokenHeaders }) },
  );
};
