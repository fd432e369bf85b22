/** As much of JSON Schema 2020-12 as the API's own document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface NamedExample {
  summary?: string;
  value: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, NamedExample>;
}

export interface ResponseObject {
  $ref?: string;
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  /** Where it differs from that of the whole document. */
  security?: Record<string, string[]>[];
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
}

export const operationMethods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type OperationMethod = (typeof operationMethods)[number];

/** As much of OpenAPI 3.1 as the API's own document uses. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers?: { url: string; description?: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Partial<Record<OperationMethod, Operation>>>;
  components?: {
    schemas?: Record<string, JsonSchema>;
    responses?: Record<string, ResponseObject>;
  } & Record<string, unknown>;
}

export interface PlacedOperation {
  readonly method: OperationMethod;
  /** Below the server's address, with its parameters in braces. */
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation of a document, in the order of its paths. */
export const operationsOf = (document: OpenApiDocument): PlacedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    operationMethods.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );

const schemaPrefix = '#/components/schemas/';

/** The component that a `$ref` names; null for every other schema. */
export const refName = ({ $ref }: JsonSchema): string | null =>
  $ref?.startsWith(schemaPrefix) === true ? $ref.slice(schemaPrefix.length) : null;

/** The schema itself, or the one it refers to. Throws where the document does not have it. */
export const resolveSchema = (schema: JsonSchema, document: OpenApiDocument): JsonSchema => {
  const name = refName(schema);
  if (name === null) return schema;
  const found = document.components?.schemas?.[name];
  if (found === undefined) throw new Error(`the document has no schema ${name}`);
  return resolveSchema(found, document);
};

const responsePrefix = '#/components/responses/';

/** The response itself, or the shared one that it refers to. */
export const resolveResponse = (response: ResponseObject, document: OpenApiDocument): ResponseObject => {
  if (response.$ref === undefined) return response;
  const found = document.components?.responses?.[response.$ref.slice(responsePrefix.length)];
  if (found === undefined) throw new Error(`the document has no response ${response.$ref}`);
  return found;
};
