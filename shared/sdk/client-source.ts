import {
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type ResponseObject,
} from './openapi-document.ts';
import { comment, typescriptType } from './typescript-type.ts';

/** `if-match` -> ifMatch: the name of a parameter in the client. */
export const inputName = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

const isSent = ({ name }: Parameter): boolean => name !== 'idempotency-key';

const successOf = ({ operation }: PlacedOperation): ResponseObject | undefined =>
  Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];

const dataType = (placed: PlacedOperation): string => {
  const schema = successOf(placed)?.content?.['application/json']?.schema;
  const data = schema?.properties?.['data'];
  return data === undefined ? 'never' : typescriptType(data, '    ');
};

const inputType = ({ operation }: PlacedOperation): string => {
  const parameters = (operation.parameters ?? []).filter(isSent).map((parameter) => {
    const isRequired = parameter.in === 'path';
    const type = typescriptType(parameter.schema, '      ');
    return `${comment(parameter.description, '      ')}      readonly ${inputName(parameter.name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};\n`;
  });
  const json = operation.requestBody?.content['application/json'];
  const isRequired = operation.requestBody?.required === true;
  const body =
    json === undefined
      ? ''
      : `      readonly body${isRequired ? '' : '?'}: ${typescriptType(json.schema, '      ')}${isRequired ? '' : ' | undefined'};\n`;
  const lines = parameters.join('') + body;
  return lines === '' ? '{}' : `{\n${lines}    }`;
};

const operationType = (placed: PlacedOperation): string => {
  const { operationId, summary } = placed.operation;
  return `${comment(summary, '  ')}  readonly ${operationId}: {\n    readonly input: ${inputType(placed)};\n    readonly data: ${dataType(placed)};\n  };\n`;
};

const nameMap = (parameters: readonly Parameter[], location: Parameter['in']): string => {
  const names = parameters.filter((each) => each.in === location && isSent(each));
  return `{ ${names.map(({ name }) => `${inputName(name)}: '${name}'`).join(', ')} }`.replace('{  }', '{}');
};

const operationRow = (placed: PlacedOperation): string => {
  const { parameters = [], operationId } = placed.operation;
  const isStream = successOf(placed)?.content?.['text/event-stream'] !== undefined;
  const fields = [
    `method: '${placed.method.toUpperCase()}'`,
    `path: '${placed.path}'`,
    `query: ${nameMap(parameters, 'query')}`,
    `headers: ${nameMap(parameters, 'header')}`,
    `answer: '${isStream ? 'events' : 'json'}'`,
  ];
  return `  ${operationId}: { ${fields.join(', ')} },\n`;
};

/** The source of operations.gen.ts: the types and the table of operations that the client is made from. */
export const clientSource = (document: OpenApiDocument): string => {
  const operations = operationsOf(document);
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `export type ${name} = ${typescriptType(schema)};\n`,
  );
  return [
    '// Made from the OpenAPI document by control-plane/test/write-openapi.ts. Do not edit.\n',
    schemas.join('\n'),
    `export interface Operations {\n${operations.map(operationType).join('')}}\n`,
    `export const operations = {\n${operations.map(operationRow).join('')}} as const;\n`,
  ].join('\n');
};
