import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { generateKeySecret } from '../api-keys/key-secret.ts';
import { connect } from '../database/connection.ts';
import { fakeNode } from './fake-node.ts';
import { callbackReceiver, signatureOf } from './receiver.ts';

const nodeToken = 'node-token-of-the-test-farm';
const secret = 'sixteen or more letters';

/** A control plane in a process of its own; settles when it listens. */
const startProcess = async (environment: Record<string, string>): Promise<{ child: ChildProcess; origin: string }> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line.includes('istening') ? line : '')?.[0];
    if (origin !== undefined) {
      child.stdout.resume();
      return { child, origin };
    }
  }
  throw new Error(`the control plane ended with ${child.exitCode}`);
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** What fakeNode needs of an app, over the wire. */
const appAt = (origin: string): FastifyInstance =>
  ({
    async inject({ method, url, headers, payload }: InjectOptions & { readonly url: string }) {
      const isBytes = Buffer.isBuffer(payload);
      const response = await fetch(`${origin}${url}`, {
        method: method ?? 'GET',
        headers: { ...(headers as Record<string, string>), ...(isBytes ? {} : { 'content-type': 'application/json' }) },
        body: isBytes ? new Uint8Array(payload) : JSON.stringify(payload),
      });
      const body = await response.text();
      return { statusCode: response.status, body, json: () => JSON.parse(body) as unknown };
    },
  }) as unknown as FastifyInstance;

test('S113, F4: a control plane killed between two attempts changes neither their times nor their number', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'callback-restart-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  const receiver = await callbackReceiver((response) => void response.writeHead(500).end());
  const db = connect(postgres.url);
  const key = generateKeySecret('live');
  const environment = {
    DATABASE_URL: postgres.url,
    FARM_DATA: path.join(folder, 'data'),
    FARM_PORT: '0',
    FARM_NODE_TOKEN: nodeToken,
    FARM_ADMIN_TOKEN: 'admin-token-of-the-test-farm',
    FARM_SIGNING_SECRET: 'signing-secret-of-the-test-farm-0123456789',
    FARM_EGRESS_ALLOW: '127.0.0.1',
    FARM_BOOTSTRAP_LIVE_KEY: key,
    LOG_LEVEL: 'info',
  };
  const call = async (origin: string, method: string, address: string, body?: object) => {
    const response = await fetch(`${origin}/api/v2${address}`, {
      method,
      headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
    return ((await response.json()) as { data: any }).data;
  };
  let running = await startProcess(environment);
  try {
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'One' } }];
    const { id: projectId } = await call(running.origin, 'POST', '/projects', { title: 'T', scenes });
    const order = { callbackUrl: `${receiver.origin}/hook`, callbackSecret: secret };
    const { requestId } = await call(running.origin, 'POST', `/projects/${projectId}/publish`, order);
    await (await fakeNode(appAt(running.origin), nodeToken)).workUntilIdle();
    await receiver.next(requestId);
    const callbackOf = async () =>
      (await call(running.origin, 'GET', `/projects/${projectId}/publish/status`)).callback;
    await expect.poll(callbackOf, { timeout: 15_000 }).toMatchObject({ status: 'retrying', attempts: 1 });
    const before = await callbackOf();
    await kill(running.child);

    receiver.answerWith((response) => void response.writeHead(204).end());
    running = await startProcess(environment);
    expect(await callbackOf()).toEqual(before);
    expect(Date.parse(before.nextAttemptAt) - Date.parse(before.lastAttemptAt)).toBeGreaterThanOrEqual(60_000);
    await sql`update callback set next_attempt_at = now()`.execute(db);
    const second = await receiver.next(requestId, 2);
    expect(second.body).toMatchObject({ event: 'publish.completed', requestId, attempt: 2 });
    expect(second.headers['x-svc-signature']).toBe(signatureOf(secret, second));
    await expect.poll(callbackOf, { timeout: 15_000 }).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(receiver.all).toHaveLength(2);
  } finally {
    await kill(running.child);
    await receiver.close();
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
