import { type JsonSchema, type OpenApiDocument, resolveSchema } from '@reelyard/shared/sdk/openapi-document.ts';
import fc from 'fast-check';

/** Texts that break programs: other scripts, marks, controls, injections, addresses that must not be asked. */
export const naughtyStrings: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  '1e400',
  'true',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDC00x',
  '\uFEFFbom',
  '\u202Eright to left',
  'Z\u0351\u036B\u0343a\u0308lgo',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '田中さんにあげて下さい',
  'مُنَاقَشَةُ سُبُلِ',
  '﷽',
  "'; --",
  '" or ""="',
  "1' OR '1'='1",
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../../etc/hosts',
  '..\\..\\windows',
  'file:///etc/hosts',
  'http://169.254.169.254/latest',
  'https://127.0.0.1:1/x.png',
  'https://user:pass@example.invalid/',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  '__proto__',
  'constructor',
  'toString',
  'prj_',
  'prj_ffffffffffffffffffffffffffffffff',
  '%s%n%x',
  '$&$1',
  '\\',
  'x'.repeat(3_000),
];

const naughtyNumbers = [0, -0, -1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 53), Number.MIN_VALUE];

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** A value of any type, wrong for almost every place. */
export const naughtyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...naughtyStrings) },
  { weight: 3, arbitrary: fc.constantFrom(...naughtyNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { a: 1 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nested(50),
      nested(2_000),
      Array.from({ length: 300 }, () => 0),
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Values that a field of this name takes and no schema could name: ids that exist, layers of a template. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const stringOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (schema.format === 'date-time') {
    const [min, max] = [new Date('2020-01-01'), new Date('2090-01-01')];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  const { minLength = 0, maxLength = 60 } = schema;
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
};

const numberOf = ({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<unknown> => {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1);
  const max = Math.max(min, maximum ?? 1_000_000);
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
};

/** A value that a schema allows. */
export const valueOf = (
  schema: JsonSchema,
  document: OpenApiDocument,
  hints: Hints,
  name = '',
): fc.Arbitrary<unknown> => {
  const resolved = resolveSchema(schema, document);
  const hint = hints[name];
  if (hint !== undefined)
    return fc.oneof(
      { weight: 8, arbitrary: hint },
      { weight: 1, arbitrary: plainValueOf(resolved, document, hints, name) },
    );
  return plainValueOf(resolved, document, hints, name);
};

const plainValueOf = (
  schema: JsonSchema,
  document: OpenApiDocument,
  hints: Hints,
  name: string,
): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((each) => valueOf(each, document, hints, name)));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => valueOfType({ ...schema, type }, document, hints, name)));
};

const valueOfType = (
  schema: JsonSchema,
  document: OpenApiDocument,
  hints: Hints,
  name: string,
): fc.Arbitrary<unknown> => {
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const { minItems = 0, maxItems = 3, items = {} } = schema;
      return fc.array(valueOf(items, document, hints, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(3, maxItems)),
      });
    }
    case 'object': {
      const { properties, required = [], additionalProperties } = schema;
      if (properties === undefined) {
        const values = typeof additionalProperties === 'object' ? additionalProperties : {};
        return fc.dictionary(fc.string({ maxLength: 12 }), valueOf(values, document, hints), { maxKeys: 4 });
      }
      const parts = Object.entries(properties).map(
        ([key, property]) => [key, valueOf(property, document, hints, key)] as const,
      );
      return fc.record(Object.fromEntries(parts), { requiredKeys: required });
    }
    case undefined:
    default:
      return fc.constant(null);
  }
};

type Path = readonly (string | number)[];

const placesIn = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [
    path,
    ...entries.flatMap(([key, member]: readonly [string | number, unknown]) => placesIn(member, [...path, key])),
  ];
};

const replaced = (value: unknown, path: Path, by: (old: unknown) => unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return by(value);
  if (Array.isArray(value))
    return value.map((member: unknown, index) => (index === key ? replaced(member, rest, by) : member));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaced(record[key], rest, by) };
};

const withField = (value: unknown, name: string, field: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? // A literal, so that `__proto__` becomes a field and not a prototype.
      Object.fromEntries([...Object.entries(value), [name, field]])
    : [value, field];

/** A value with one place of it changed: another value, a field more, a text where a list was. */
export const broken = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      valid,
      naughtyValue,
      fc.nat(),
      fc.constantFrom('replace', 'replace', 'add', 'nest'),
      fc.constantFrom(...naughtyStrings),
    )
    .map(([value, naughty, where, how, name]) => {
      const places = placesIn(value);
      const path = places[where % places.length] ?? [];
      if (how === 'add') return replaced(value, path, (old) => withField(old, name, naughty));
      return replaced(value, path, (old) => (how === 'nest' ? [old, { old }] : naughty));
    });
