import { type JsonSchema, type OpenApiDocument, resolveSchema } from '@reelyard/shared/sdk/openapi-document.ts';
import { byName, byOwner, exampleUuid, times } from './example-words.ts';

/** N4: the prefix of an id by the thing that it is the id of. */
const idPrefixes: Readonly<Record<string, string>> = {
  project: 'prj',
  scene: 'scn',
  brand: 'brd',
  export: 'exp',
  request: 'pub',
  publish: 'pub',
  apiKey: 'key',
  key: 'key',
  capture: 'cap',
  session: 'bws',
  node: 'nod',
};

export interface ExamplePlace {
  /** The field that holds the value. */
  readonly name: string;
  /** The thing that the field is a part of (`scene`), which tells what its `id` and its `status` are. */
  readonly owner: string;
}

/** Fields that are shown although they may be absent: a reader wants to see their shape. */
const knownObjects: readonly string[] = ['requestId', 'export', 'callback', 'voice', 'lastPublish', 'pagination'];

const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : name);

const stringByName = ({ name, owner }: ExamplePlace): string => {
  const thing = name === 'id' ? owner : name.endsWith('Id') ? name.slice(0, -2) : null;
  const known = thing === null ? undefined : byName[thing];
  if (typeof known === 'string') return known;
  if (thing !== null) return `${idPrefixes[thing] ?? 'obj'}_${exampleUuid}`;
  if (name.endsWith('Url')) return `https://example.com/${name.slice(0, -3)}`;
  return name;
};

const typeOf = ({ type }: JsonSchema): string | undefined =>
  Array.isArray(type) ? type.find((each) => each !== 'null') : type;

const hintFor = ({ name, owner }: ExamplePlace): unknown => {
  const own = byOwner[owner]?.[name];
  return own === undefined ? byName[name] : own;
};

/** Whether there is anything to say of a field that may as well be null or left out. */
const isKnown = (place: ExamplePlace): boolean =>
  hintFor(place) !== undefined || times[place.name] !== undefined || knownObjects.includes(place.name);

/** Whether an example of a field that may be absent says something. */
const isWorthShowing = (schema: JsonSchema, document: OpenApiDocument, place: ExamplePlace): boolean => {
  const hint = hintFor(place);
  return hint === undefined ? isKnown(place) : allows(resolveSchema(schema, document), hint);
};

const isNullable = ({ type, anyOf }: JsonSchema): boolean =>
  (Array.isArray(type) && type.includes('null')) || anyOf?.some((each) => each.type === 'null') === true;

/** Whether a hint may stand where the schema is: a name means different things in different records. */
const allows = (schema: JsonSchema, value: unknown): boolean => {
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const types = (schema.anyOf ?? [schema]).flatMap(({ type }) => type ?? []);
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) {
    const { items } = schema;
    return types.includes('array') && items !== undefined && value.every((entry) => allows(items, entry));
  }
  if (typeof value === 'object') return types.includes('object') && schema.properties === undefined;
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  if (typeof value !== 'string') return types.includes(typeof value);
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  if (value.length < minLength || value.length > maxLength) return false;
  return types.includes('string') && schema.format === undefined && (!pattern || new RegExp(pattern).test(value));
};

const numberExample = ({ minimum, exclusiveMinimum, maximum }: JsonSchema): number =>
  Math.min(maximum ?? Infinity, Math.max(minimum ?? 1, (exclusiveMinimum ?? 0) + 1));

/**
 * A believable value of a schema: the schema's own example, else what a field of this name usually holds, else the
 * simplest value that the schema allows. The test of the document checks every one against its schema.
 */
export const exampleOf = (schema: JsonSchema, document: OpenApiDocument, place: ExamplePlace): unknown => {
  const resolved = resolveSchema(schema, document);
  if (resolved.example !== undefined) return resolved.example;
  if (resolved.examples?.[0] !== undefined) return resolved.examples[0];
  if (resolved.const !== undefined) return resolved.const;
  const hint = hintFor(place);
  if (hint !== undefined && allows(resolved, hint)) return hint;
  if (resolved.enum) return resolved.enum[0];
  if (isNullable(resolved) && !isKnown(place)) return null;
  const alternatives = resolved.anyOf ?? resolved.oneOf;
  if (alternatives) {
    const chosen = alternatives.find(({ type }) => type !== 'null') ?? {};
    return exampleOf(chosen, document, place);
  }
  if (resolved.allOf) {
    return Object.assign({}, ...resolved.allOf.map((part) => exampleOf(part, document, place)));
  }
  return exampleOfType(resolved, document, place);
};

const exampleOfType = (schema: JsonSchema, document: OpenApiDocument, place: ExamplePlace): unknown => {
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, document, place);
    case 'array': {
      const entry = { name: singular(place.name), owner: singular(place.name) };
      return [exampleOf(schema.items ?? {}, document, entry)];
    }
    case 'string':
      if (schema.format === 'date') return '2026-05-04';
      return schema.format === 'date-time' ? (times[place.name] ?? '2026-05-04T09:30:40.000Z') : stringByName(place);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case undefined:
    default:
      return null;
  }
};

const objectExample = (schema: JsonSchema, document: OpenApiDocument, { name, owner }: ExamplePlace) => {
  const inner = name === 'data' || name === 'body' ? owner : name;
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? { headline: exampleOf(additionalProperties, document, { name: 'headline', owner: inner }) }
      : {};
  }
  const shown = Object.entries(properties).filter(
    ([key, property]) =>
      (schema.required ?? []).includes(key) || isWorthShowing(property, document, { name: key, owner: inner }),
  );
  return Object.fromEntries(
    shown.map(([key, property]) => [key, exampleOf(property, document, { name: key, owner: inner })]),
  );
};
