import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

test('S7/N1: an answer is wrapped as success, data and meta, and carries its request id as a header', async () => {
  const { status, body, headers } = await farm.call(farm.keys.test, 'GET', '/templates');
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, data: { templates: expect.any(Array) }, meta: { apiVersion: 'v2', sandbox: true } });
  expect(headers['x-request-id']).toBe(body.meta.requestId);
  expect(body.meta.requestId).toMatch(/^req_[0-9a-f]{32}$/);
});

test('the OpenAPI document', async () => {
  const { status, body } = await farm.call(null, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  expect(Object.keys(body.paths)).toContain('/templates/{id}');
});
