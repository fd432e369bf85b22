import { readFileSync } from 'node:fs';
import { buildSchema, parse, validate } from 'graphql/index.js';
import { expect, test } from 'vitest';
import { maxCost, queryCost } from './query-cost.ts';

const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
const costOf = (query: string, variables: Record<string, unknown> = {}): number => {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  return queryCost(schema, document, variables);
};

test.each([
  ['{ __typename }', 0],
  ['{ audit { checked } }', 1],
  ['{ job(id: "x") { id } }', 1],
  ['{ job(id: "x") { id account { id } } }', 2],
  ['{ jobs { items { id } nextCursor } }', 50],
  ['{ jobs(first: 200) { items { id } } }', 200],
  ['{ jobs(first: 200) { items { id attempts { number } account { id } } } }', 800],
  ['{ jobs(first: 10) { nextCursor } }', 0],
  ['{ a: jobs(first: 10) { items { id } } b: jobs(first: 10) { items { id } } }', 20],
  ['{ ...page ...page } fragment page on Query { jobs(first: 10) { items { id } } }', 20],
  ['{ ... on Query { jobs(first: 10) { items { ... on Job { account { id } } } } } }', 20],
  ['{ ... { jobs(first: 10) { items { id } } } }', 10],
  ['query a { jobs(first: 10) { items { id } } } query b { audit { checked } }', 11],
  ['{ __schema { types { fields { name } } } }', 0],
  ['mutation { drainNode(id: "n", reason: "why") { node { id leases { jobId } } } }', 6],
])('%s asks for %i records', (query, cost) => {
  expect(costOf(query)).toBe(cost);
});

test.each([
  [{ n: 7 }, 7],
  [{}, 20],
  [{ n: null }, 50],
  [{ n: 1_000_000 }, 200],
  [{ n: -5 }, 200],
])('a page whose length is the variable %j counts %i', (variables, cost) => {
  expect(costOf('query ($n: Int = 20) { jobs(first: $n) { items { id } } }', variables)).toBe(cost);
});

test('a variable without a default that is not sent counts as the page that is answered', () => {
  expect(costOf('query ($n: Int) { jobs(first: $n) { items { id } } }')).toBe(50);
});

test('fragments that are spread twice on every level are counted without being walked twice', () => {
  const levels = 200;
  const fragments = Array.from({ length: levels }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
  const document = parse(`{ ...f0 } ${fragments.join(' ')} fragment f${levels} on Query { audit { checked } }`);
  expect(queryCost(schema, document, {})).toBeGreaterThan(maxCost);
});
