import { type JsonSchema, refName } from './openapi-document.ts';

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** A comment above a declaration; empty where there is nothing to say. */
export const comment = (text: string | undefined, indent: string): string => {
  if (text === undefined || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${indent} * `)} */\n`;
};

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 0 ? 'never' : distinct.join(' | ');
};

const wrapped = (type: string): string => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type);

/** The TypeScript type of a JSON Schema; named schemas by their name. Absent and undefined fields are the same. */
export const typescriptType = (schema: JsonSchema, indent = ''): string => {
  const name = refName(schema);
  if (name !== null) return name;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map((each) => typescriptType(each, indent)));
  if (schema.allOf) return schema.allOf.map((each) => wrapped(typescriptType(each, indent))).join(' & ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'unknown' : union(types.map((type) => typeOfKind(type, schema, indent)));
};

const typeOfKind = (type: string, schema: JsonSchema, indent: string): string => {
  switch (type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly ${wrapped(typescriptType(schema.items ?? {}, indent))}[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
};

const objectType = ({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string => {
  const values = typeof additionalProperties === 'object' ? typescriptType(additionalProperties, indent) : 'unknown';
  if (properties === undefined) return `Readonly<Record<string, ${values}>>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const isRequired = required.includes(name);
    const type = `${typescriptType(property, inner)}${isRequired ? '' : ' | undefined'}`;
    return `${comment(property.description, inner)}${inner}readonly ${propertyName(name)}${isRequired ? '' : '?'}: ${type};\n`;
  });
  const open = typeof additionalProperties === 'object' ? `${inner}readonly [name: string]: unknown;\n` : '';
  return `{\n${lines.join('')}${open}${indent}}`;
};
