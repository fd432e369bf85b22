export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** What every agent pays for in every conversation and no agent needs: the dialect is the default one of the protocol. */
const noise: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: () => true,
  propertyNames: () => true,
  // What an id may look like is told to whoever sends one that does not.
  pattern: () => true,
  minLength: (value) => value === 1,
  minimum: (value) => value === Number.MIN_SAFE_INTEGER,
  maximum: (value) => value === Number.MAX_SAFE_INTEGER,
  // The farm itself refuses fields that it does not know, and tells which.
  additionalProperties: (value) =>
    value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0),
};

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `anyOf: [{type: 'string'}, {type: 'null'}]` as `type: ['string', 'null']`. */
const joinedNull = ({ anyOf, ...rest }: JsonSchema): JsonSchema => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return anyOf === undefined ? rest : { ...rest, anyOf };
  const [value, empty] = anyOf as unknown[];
  const isJoinable =
    isObject(value) &&
    isObject(empty) &&
    empty['type'] === 'null' &&
    typeof value['type'] === 'string' &&
    !value['enum'];
  return isJoinable ? { ...rest, ...value, type: [value['type'], 'null'] } : { ...rest, anyOf };
};

const compact = (part: unknown, isMap = false): unknown => {
  if (Array.isArray(part)) return part.map((member) => compact(member));
  if (!isObject(part)) return part;
  // The keys of `properties` are names of fields, which may be called like keywords.
  const kept = Object.entries(part).filter(([key, value]) => isMap || noise[key]?.(value) !== true);
  const members = Object.fromEntries(kept.map(([key, value]) => [key, compact(value, !isMap && key === 'properties')]));
  return isMap ? members : joinedNull(members);
};

/** A schema of an object in as few bytes as say the same. */
export const compactJsonSchema = (schema: object): JsonSchema & { readonly type: 'object' } => ({
  ...(compact(schema) as JsonSchema),
  type: 'object',
});

const inside: readonly string[] = ['items', 'properties', 'required', 'additionalProperties'];

/**
 * The same for what a tool answers: its fields with their types and not what is inside them. Agents learn that from the
 * answer itself; two thirds of the list of tools were such schemas.
 */
export const outlineJsonSchema = (schema: object): JsonSchema & { readonly type: 'object' } => {
  const { properties } = compactJsonSchema(schema);
  const outlined = Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => [
    name,
    Object.fromEntries(Object.entries(isObject(field) ? field : {}).filter(([keyword]) => !inside.includes(keyword))),
  ]);
  return { type: 'object', properties: Object.fromEntries(outlined) };
};
