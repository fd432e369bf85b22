import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import {
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  resolveResponse,
} from '@reelyard/shared/sdk/openapi-document.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationNotes } from '../http/reference/operation-notes.ts';
import { type Farm, startFarm } from './harness.ts';
import { clientOf, clientPath, documentOf, snapshotOf, snapshotPath } from './openapi-snapshot.ts';
import { schemaChecker } from './schema-checker.ts';

let farm: Farm;
let document: OpenApiDocument;
let operations: PlacedOperation[];

beforeAll(async () => {
  farm = await startFarm();
  document = await documentOf(farm);
  operations = operationsOf(document);
});
afterAll(() => farm.close());

/** What is wrong with each operation, by its method and path: all of it in one failure. */
const problems = (of: (placed: PlacedOperation) => readonly string[]): string[] =>
  operations.flatMap((placed) => of(placed).map((problem) => `${placed.method} ${placed.path}: ${problem}`));

describe('the API reference (N54)', () => {
  test('is clean under the recommended rules of redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
    const said = found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    // The contract fixes both addresses (S65, S67); no export is called "projects", ids begin with exp_.
    const wanted =
      'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/exports/{exportId}/download` and `/exports/projects/{projectId}`.';
    expect(said.filter((line) => line !== wanted)).toEqual([]);
  });

  const hint = 'The API changed: run `node control-plane/test/write-openapi.ts` and look at what it changes.';
  test('is the one in control-plane/test/openapi.json', async () => {
    expect((await readFile(snapshotPath, 'utf8')) === (await snapshotOf(farm)), hint).toBe(true);
  });

  test('is what the typed client in shared/sdk is made from', async () => {
    expect((await readFile(clientPath, 'utf8')) === (await clientOf(farm)), hint).toBe(true);
  });

  test('names, describes and groups every operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      problems(({ operation }) => [
        ...(/^[a-z][A-Za-z]+$/.test(operation.operationId ?? '') ? [] : ['operationId']),
        ...(operation.summary ? [] : ['summary']),
        ...((operation.description ?? '').length >= 10 ? [] : ['description']),
        ...(operation.tags?.length === 1 ? [] : ['one tag']),
        ...(operation.parameters ?? [])
          .filter(({ description, name }) => !description || description === name)
          .map(({ name }) => `description of the parameter ${name}`),
      ]),
    ).toEqual([]);
  });

  test('has notes on operations that there are', () => {
    const known = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(Object.keys(operationNotes).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('shows a body that the operation takes', () => {
    const checker = schemaChecker(document);
    expect(
      problems(({ operation }) => {
        const json = operation.requestBody?.content['application/json'];
        return json === undefined ? [] : checker.problems(json.schema, json.example);
      }),
    ).toEqual([]);
  });

  test('shows every answer, and errors in the flat shape of N2', () => {
    const checker = schemaChecker(document);
    expect(
      problems(({ operation }) =>
        Object.entries(operation.responses).flatMap(([status, response]) => {
          const { content = {} } = resolveResponse(response, document);
          return Object.values(content).flatMap(({ schema, example, examples }) => {
            const shown = [
              ...(example === undefined ? [] : [example]),
              ...Object.values(examples ?? {}).map((e) => e.value),
            ];
            if (shown.length === 0) return [`${status} has no example`];
            return shown.flatMap((value) => checker.problems(schema, value).map((problem) => `${status}: ${problem}`));
          });
        }),
      ),
    ).toEqual([]);
  });

  test('says that a key or a web session is asked for, and what every operation answers without one', () => {
    expect(document).toMatchObject({
      security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
      components: {
        securitySchemes: { apiKey: { name: 'X-API-Key' }, bearer: { scheme: 'bearer' }, session: { in: 'cookie' } },
      },
    });
    expect(problems(({ operation }) => ['400', '401', '500'].filter((status) => !operation.responses[status]))).toEqual(
      [],
    );
  });
});
