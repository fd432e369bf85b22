import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleFiles } from './console-files.ts';
import { Refusal } from './refusal.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-files-'));
  app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal && error.kind === 'not_found' ? 404 : 500).send('no'),
  );
  await app.register(consoleFiles({ folder: path.join(folder, 'dist'), mediaOrigins: ['http://127.0.0.1:8080'] }));
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a console that is not built says how to build it, and is there as soon as it is', async () => {
  const before = await app.inject('/console/');
  expect([before.statusCode, before.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(before.body).toContain('sh deploy/local/setup.sh setup');

  mkdirSync(path.join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'dist', 'index.html'), 'the page');
  writeFileSync(path.join(folder, 'dist', '.built-from'), 'private');
  writeFileSync(path.join(folder, 'secret.js'), 'private');
  writeFileSync(path.join(folder, 'dist', 'assets', 'main-1.js'), 'plain');
  writeFileSync(path.join(folder, 'dist', 'assets', 'main-1.js.br'), 'packed');
  expect((await app.inject('/console/any/page?x=1')).body).toBe('the page');
});

test('a file is sent packed to browsers that take it so, and caches know the difference', async () => {
  const plain = await app.inject('/console/assets/main-1.js');
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['plain', undefined]);
  const packed = await app.inject({ url: '/console/assets/main-1.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'br']);
  for (const { headers } of [plain, packed]) expect(headers['vary']).toBe('accept-encoding');
});

test.each([
  '/console/assets/none-1.js',
  '/console/assets/main-1.js.br',
  '/console/assets/..%2f..%2fsecret.js',
  '/console/assets/%2e%2e%2f.built-from',
  '/console/assets/..\\secret.js',
  '/console/../secret.js',
  '/console/.built-from',
])('%s gives nothing but the page or a 404', async (url) => {
  const { statusCode, body } = await app.inject(url);
  expect(body).not.toContain('private');
  expect(body).not.toBe('packed');
  expect([200, 404]).toContain(statusCode);
});

test('people who ask for the farm itself land in the console, programs hear where the API is', async () => {
  const person = await app.inject({ url: '/', headers: { accept: 'text/html,*/*' } });
  expect([person.statusCode, person.headers.location]).toEqual([302, '/console/']);
  expect((await app.inject({ url: '/console' })).headers.location).toBe('/console/');
  expect((await app.inject({ url: '/', headers: { accept: 'application/json' } })).statusCode).toBe(404);
});
