import type { OpenApiDocument } from '@reelyard/shared/sdk/openapi-document.ts';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What zod writes about every integer, every time and every record, and nobody needs to read. */
const noise: readonly ((schema: Json) => readonly string[])[] = [
  ({ minimum }) => (minimum === Number.MIN_SAFE_INTEGER ? ['minimum'] : []),
  ({ maximum }) => (maximum === Number.MAX_SAFE_INTEGER ? ['maximum'] : []),
  ({ format }) => (format === 'date-time' ? ['pattern'] : []),
  ({ propertyNames }) => (isRecord(propertyNames) && propertyNames['type'] === 'string' ? ['propertyNames'] : []),
];

const plain = (value: unknown, isAnswer: boolean): unknown => {
  if (Array.isArray(value)) return value.map((entry) => plain(entry, isAnswer));
  if (!isRecord(value)) return value;
  const dropped = new Set(noise.flatMap((rule) => rule(value)));
  // Answers may get new fields within a version (N54): a client that refuses them would break.
  if (isAnswer && value['additionalProperties'] === false) dropped.add('additionalProperties');
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !dropped.has(key))
      .map(([key, member]) => [key, plain(member, isAnswer || key === 'responses')]),
  );
};

/** The document without what zod's JSON Schemas say of every value of a kind. Named schemas are those of answers. */
export const plainSchema = (document: OpenApiDocument): OpenApiDocument => {
  const { components, ...rest } = document;
  return { ...(plain(rest, false) as OpenApiDocument), components: plain(components ?? {}, true) as Json };
};
