import type { JsonSchema, OpenApiDocument } from '@reelyard/shared/sdk/openapi-document.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface SchemaChecker {
  /** What is wrong with a value, by place; empty where it is as the schema says. */
  problems(schema: JsonSchema, value: unknown): string[];
}

const documentKey = 'document.json';

/** Checks values against the schemas of a document, its named ones included. A schema is compiled once. */
export const schemaChecker = (document: OpenApiDocument): SchemaChecker => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ components: { schemas: document.components?.schemas ?? {} } }, documentKey);
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  const compile = (schema: JsonSchema): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', `"${documentKey}#/components/`);
    const validate = ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, validate);
    return validate;
  };
  return {
    problems(schema, value) {
      const validate = compiled.get(schema) ?? compile(schema);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
    },
  };
};
