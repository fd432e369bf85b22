import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  PlacedOperation,
  ResponseObject,
} from '@reelyard/shared/sdk/openapi-document.ts';
import { operationsOf, resolveSchema } from '@reelyard/shared/sdk/openapi-document.ts';
import { parameterDescriptions, statusDescriptions, tagDescriptions } from './document-words.ts';
import { errorExamples } from './error-examples.ts';
import { exampleOf } from './example-value.ts';
import { operationIdOf } from './operation-id.ts';
import { type OperationNotes, operationNotes } from './operation-notes.ts';
import { plainSchema } from './plain-schema.ts';
import { shareResponses } from './share-responses.ts';

const header = (description: string, schema: JsonSchema, example: unknown) => ({ description, schema, example });

/** Headers of answers, shared by all of them. */
const headers = {
  RequestId: header(
    'The id of the request, as in the body',
    { type: 'string' },
    'req_019aa2f1c3d47b6e8f00a1b2c3d4e5f6',
  ),
  RetryAfter: header('Seconds until it is worth trying again', { type: 'string' }, '12'),
  RateLimit: header('What is left of the limit, and for how long', { type: 'string' }, '"requests";r=0;t=12'),
  RateLimitPolicy: header('The limit that was reached', { type: 'string' }, '"requests";q=120;w=60'),
};
const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

const headersOf = (status: string): Record<string, unknown> => ({
  'x-request-id': headerRef('RequestId'),
  ...(status === '429'
    ? {
        'retry-after': headerRef('RetryAfter'),
        ratelimit: headerRef('RateLimit'),
        'ratelimit-policy': headerRef('RateLimitPolicy'),
      }
    : {}),
});

const ownerOf = (operationId: string): string => {
  const last = operationId.match(/[A-Z][a-z]+/g)?.at(-1) ?? '';
  return last.toLowerCase().replace(/s$/, '');
};

/** Said of everything below `meta` that most answers leave out. */
const successExample = (schema: JsonSchema, document: OpenApiDocument, operationId: string): unknown => {
  const owner = ownerOf(operationId);
  const example = exampleOf(schema, document, { name: 'body', owner });
  if (typeof example !== 'object' || example === null || !('meta' in example)) return example;
  const { requestId: _, ...meta } = example.meta as Record<string, unknown>;
  const isList = operationId.startsWith('list') && 'pagination' in meta;
  return {
    ...example,
    meta: {
      requestId: 'req_019aa2f1c3d47b6e8f00a1b2c3d4e5f6',
      apiVersion: meta['apiVersion'],
      timestamp: meta['timestamp'],
      sandbox: false,
      ...(isList ? { pagination: meta['pagination'] } : {}),
    },
  };
};

const withAnswer = (example: unknown, { answer }: OperationNotes): unknown => {
  if (answer === undefined || typeof example !== 'object' || example === null || !('data' in example)) return example;
  return { ...example, data: { ...(example.data as object), ...answer } };
};

const isEventStream = ({ schema }: MediaType): boolean => schema.description?.startsWith('text/event-stream') === true;

const completeResponse = (
  [status, response]: readonly [string, ResponseObject],
  placed: PlacedOperation,
  notes: OperationNotes,
  document: OpenApiDocument,
): ResponseObject => {
  const json = response.content?.['application/json'];
  const completed = {
    ...response,
    description: statusDescriptions[status] ?? response.description,
    headers: headersOf(status),
  };
  if (json === undefined) return completed;
  if (Number(status) >= 400) {
    const examples = errorExamples(Number(status), placed, notes.errors?.[Number(status)] ?? []);
    return { ...completed, content: { 'application/json': { ...json, examples } } };
  }
  if (isEventStream(json)) {
    const schema: JsonSchema = { type: 'string', description: 'Every `data:` line is a PublishStatus' };
    const example = 'id: 1\nevent: status\ndata: {"phase":"rendering","message":"Rendering 1 of 3 scenes."}\n\n';
    return { ...completed, content: { 'text/event-stream': { schema, example } } };
  }
  const example = withAnswer(successExample(json.schema, document, placed.operation.operationId ?? ''), notes);
  return { ...completed, content: { 'application/json': { ...json, example } } };
};

/** A request whose every field is optional needs no body at all. */
const completeRequestBody = (
  { content }: NonNullable<Operation['requestBody']>,
  notes: OperationNotes,
  document: OpenApiDocument,
): NonNullable<Operation['requestBody']> => {
  const json = content['application/json'];
  if (json === undefined) return { content };
  const example = notes.requestExample ?? exampleOf(json.schema, document, { name: 'body', owner: '' });
  const required = (resolveSchema(json.schema, document).required ?? []).length > 0;
  return { required, content: { ...content, 'application/json': { ...json, example } } };
};

/** A GET has no body that could be too large or of the wrong type. */
const isPossible = (method: string, status: string): boolean =>
  method !== 'get' || (status !== '413' && status !== '415');

const completeOperation = ({ method, path, operation }: PlacedOperation, document: OpenApiDocument): Operation => {
  const notes = operationNotes[`${method.toUpperCase()} ${path}`] ?? {};
  const operationId = operation.operationId ?? notes.operationId ?? operationIdOf(method, path);
  const summary = operation.summary ?? operationId;
  const named: Operation = {
    ...operation,
    operationId,
    summary,
    description: notes.description ?? operation.description ?? `${summary}.`,
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...parameter,
      description:
        parameter.description ??
        parameter.schema.description ??
        parameterDescriptions[parameter.name] ??
        parameter.name,
    })),
  };
  const placed = { method, path, operation: named };
  const responses = Object.entries(operation.responses)
    .filter(([status]) => isPossible(method, status))
    .map(([status, response]) => [status, completeResponse([status, response], placed, notes, document)] as const);
  return {
    ...named,
    ...(operation.requestBody ? { requestBody: completeRequestBody(operation.requestBody, notes, document) } : {}),
    responses: Object.fromEntries(responses),
  };
};

/**
 * The document as it is served: what @fastify/swagger makes of the routes, with everything that a reader needs and a
 * schema cannot say: names, descriptions, examples, headers. A new endpoint is complete without an edit here; its entry
 * in operation-notes.ts makes it better.
 */
export const completeDocument = (raw: OpenApiDocument): OpenApiDocument => {
  const document = plainSchema(raw);
  const paths: OpenApiDocument['paths'] = {};
  const tagNames = new Set<string>();
  for (const placed of operationsOf(document)) {
    paths[placed.path] = { ...paths[placed.path], [placed.method]: completeOperation(placed, document) };
    for (const tag of placed.operation.tags ?? []) tagNames.add(tag);
  }
  return shareResponses({
    ...document,
    tags: [...tagNames].map((name) => ({ name, description: tagDescriptions[name] ?? `${name}.` })),
    paths,
    components: { ...document.components, headers },
  });
};
