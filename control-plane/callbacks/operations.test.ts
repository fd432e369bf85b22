import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { guardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Farm, startFarm } from '../test/harness.ts';
import { callbackView } from './callback-view.ts';
import { callbackClient } from './client.ts';
import { type CallbackSender, callbackSender } from './operations/send-callbacks.ts';
import { type CallbackOperations, callbackOperations } from './operations.ts';
import type { EndPhase, PublishFacts } from './payload.ts';
import { countOpenCallbacks, findCallback } from './store.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const farmSecret = 'the secret of the test farm, long enough';
const allow = egressAllowSchema.parse('127.0.0.1,localhost');
let farm: Farm;
let callbacks: CallbackOperations;
let sender: CallbackSender;
let receiver: Server;
let receiverPort: number;
let received: Received[] = [];
const statuses = new Map<string, number>();
const faults: unknown[] = [];
const outcomes: string[] = [];

const factsOf = async (publishId: string): Promise<PublishFacts> => ({
  requestId: publishId,
  projectId: 'prj_1',
  videoUrl: 'https://farm.example/video.mp4',
  thumbnailUrl: null,
  durationSeconds: 12,
  export: { id: 'exp_1', status: 'SUCCESS', quality: '720p', format: 'mp4', errorMessage: null },
  render: { failures: [], scenes: [] },
});

const newSender = (): CallbackSender =>
  callbackSender({
    db: farm.db,
    client: callbackClient(guardedFetch({ allow })),
    farmSecret,
    clock: () => farm.clock.now(),
    describePublish: factsOf,
    onDelivery: (status) => outcomes.push(status),
    onFault: (error) => faults.push(error),
  });

beforeAll(async () => {
  farm = await startFarm();
  callbacks = callbackOperations({ db: farm.db, allow, farmSecret });
  sender = newSender();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(statuses.get(path) ?? 204, { location: '/elsewhere' }).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiverPort = (receiver.address() as AddressInfo).port;
  await farm.db
    .insertInto('project')
    .values({ id: 'prj_1', account_id: 'acc_local', environment: 'live', status: 'RENDERING', aspect_ratio: '16:9' })
    .execute();
});

afterAll(async () => {
  await sender.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await farm.close();
});

afterEach(async () => {
  received = [];
  outcomes.length = 0;
  statuses.clear();
  await sql`delete from callback_delivery`.execute(farm.db);
  await sql`delete from callback`.execute(farm.db);
  expect(faults).toEqual([]);
});

const project = { projectId: 'prj_1', accountId: 'acc_local', environment: 'live' } as const;
const owner = { projectId: 'prj_1', accountId: 'acc_local', environments: ['live'] } as const;
let publishCount = 0;
/** A publish with a callback to `path` of the receiver, ended with `phase` where one is given. */
const ordered = async (
  path: string,
  phase: EndPhase | null,
  more: { secret?: string; url?: string } = {},
): Promise<string> => {
  publishCount += 1;
  const publishId = `pub_${publishCount}`;
  await sql`
    insert into publish (id, project_id, account_id, api_key_id, environment, kind, state, title, aspect_ratio, quality,
                         requested_quality, format, watermark, include_sound_effects, body_hash, output_hash, finished_at)
    select ${publishId}, 'prj_1', 'acc_local', id, 'live', 'publish', 'completed', 'T', '16:9', '720p', '720p', 'mp4',
           false, false, '', '', now()
      from api_key limit 1`.execute(farm.db);
  const url = more.url ?? `http://127.0.0.1:${receiverPort}${path}`;
  await farm.db.transaction().execute(async (trx) => {
    await callbacks.order(trx, { ...project, publishId, url, secret: more.secret ?? null });
    if (phase !== null) await callbacks.publishEnded(trx, publishId, phase);
  });
  return publishId;
};

const makeDueNow = (publishId: string) =>
  sql`update callback set next_attempt_at = now() where publish_id = ${publishId}`.execute(farm.db);
const waitSecondsOf = async (publishId: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - last_attempt_at)::float8 as seconds
      from callback where publish_id = ${publishId}`.execute(farm.db);
  return rows[0]?.seconds ?? Number.NaN;
};

describe('callbacks', () => {
  it('S110 S112: posts once when the publish ended, signed so that the receiver can check it', async () => {
    const secret = 'sixteen or more letters';
    const publishId = await ordered('/a', 'completed', { secret });
    await sender.sendDue();
    await sender.sendDue();
    expect(received).toHaveLength(1);
    const { headers, body } = received[0] ?? { headers: {} as IncomingHttpHeaders, body: '' };
    expect(JSON.parse(body)).toMatchObject({ event: 'publish.completed', requestId: publishId, attempt: 1 });
    expect(headers).toMatchObject({ 'x-svc-event': 'publish.completed', 'x-svc-request-id': publishId });
    const signature = createHmac('sha256', secret)
      .update(`${String(headers['x-svc-timestamp'])}.${body}`)
      .digest('hex');
    expect(headers['x-svc-signature']).toBe(`sha256=${signature}`);
    const view = await callbacks.viewOf(farm.db, publishId);
    expect(view).toMatchObject({
      status: 'delivered',
      attempts: 1,
      lastStatusCode: 204,
      signed: true,
      lastError: null,
    });
  });

  it('sends nothing before the publish ended, nor without a signature secret a signature', async () => {
    const publishId = await ordered('/a', null);
    await sender.sendDue();
    expect(received).toEqual([]);
    expect(await callbacks.viewOf(farm.db, publishId)).toMatchObject({ status: 'pending', event: null, attempts: 0 });
    await farm.db.transaction().execute((trx) => callbacks.publishEnded(trx, publishId, 'failed'));
    await sender.sendDue();
    expect(received[0]?.headers).not.toHaveProperty('x-svc-signature');
  });

  it('N46: is due only with the transaction that ends the publish, and once', async () => {
    const publishId = await ordered('/a', null);
    const rolledBack = farm.db.transaction().execute(async (trx) => {
      await callbacks.publishEnded(trx, publishId, 'completed');
      throw new Error('the transaction fails');
    });
    await expect(rolledBack).rejects.toThrow('the transaction fails');
    await sender.sendDue();
    expect(received).toEqual([]);
    for (const phase of ['completed', 'failed'] as const)
      await farm.db.transaction().execute((trx) => callbacks.publishEnded(trx, publishId, phase));
    await sender.sendDue();
    expect(received.map(({ body }) => JSON.parse(body).event)).toEqual(['publish.completed']);
  });

  it('S113 I24: tries again after 1, 5 and 15 minutes with the same request id, then gives up', async () => {
    statuses.set('/down', 500);
    const publishId = await ordered('/down', 'render_failed', { secret: 'sixteen or more letters' });
    for (const minutes of [1, 5, 15]) {
      await sender.sendDue();
      expect(await waitSecondsOf(publishId)).toBeGreaterThanOrEqual(minutes * 60);
      expect(await waitSecondsOf(publishId)).toBeLessThan(minutes * 60 + 30);
      await sender.sendDue();
      await makeDueNow(publishId);
    }
    await sender.sendDue();
    expect(received.map(({ body }) => JSON.parse(body).attempt)).toEqual([1, 2, 3, 4]);
    expect(outcomes).toEqual(['retrying', 'retrying', 'retrying', 'failed']);
    expect(new Set(received.map(({ headers }) => headers['x-svc-request-id'])).size).toBe(1);
    const callback = await findCallback(farm.db, publishId);
    expect(callback && callbackView(callback)).toMatchObject({
      status: 'failed',
      attempts: 4,
      lastStatusCode: 500,
      nextAttemptAt: null,
      lastError: 'The receiver answered with status 500.',
    });
    const log = await farm.db
      .selectFrom('callback_delivery')
      .select(['attempt', 'status_code'])
      .orderBy('id')
      .execute();
    expect(log.map((entry) => [entry.attempt, entry.status_code])).toEqual([1, 2, 3, 4].map((n) => [n, 500]));
  });

  it('N30: takes a redirect for a failure and does not follow it', async () => {
    statuses.set('/moved', 302);
    const publishId = await ordered('/moved', 'completed');
    await sender.sendDue();
    expect(received.map(({ path }) => path)).toEqual(['/moved']);
    expect(await callbacks.viewOf(farm.db, publishId)).toMatchObject({ status: 'retrying', lastStatusCode: 302 });
  });

  it('F2: checks where the name leads at every attempt', async () => {
    const publishId = await ordered('', 'completed', { url: 'https://10.0.0.1/hook?token=geheim' });
    await sender.sendDue();
    const view = await callbacks.viewOf(farm.db, publishId);
    expect(view).toMatchObject({ status: 'retrying', lastStatusCode: null, url: 'https://10.0.0.1/hook' });
    expect(view?.lastError).toContain('public internet');
  });

  it('F3: an attempt whose sender died is made again, under the next number', async () => {
    const publishId = await ordered('/a', 'completed');
    await sql`update callback set attempts = 1, claimed_until = now() - interval '1 second'`.execute(farm.db);
    await sender.sendDue();
    expect(received.map(({ body }) => JSON.parse(body).attempt)).toEqual([2]);
    const last = await ordered('/a', 'completed');
    await sql`update callback set attempts = 4, claimed_until = now() - interval '1 second'
               where publish_id = ${last}`.execute(farm.db);
    await sender.sendDue();
    expect(await callbacks.viewOf(farm.db, last)).toMatchObject({ status: 'failed' });
    expect(outcomes).toEqual(['delivered', 'failed']);
    expect(await callbacks.viewOf(farm.db, publishId)).toMatchObject({ status: 'delivered' });
  });

  it('F6: a host with more than two callbacks due gets two at a time; others do not wait for it', async () => {
    for (let index = 0; index < 5; index += 1) await ordered(`/many/${index}`, 'completed');
    await ordered('', 'completed', { url: `http://localhost:${receiverPort}/other` });
    await sender.sendDue();
    expect(received.filter(({ path }) => path.startsWith('/many'))).toHaveLength(2);
    expect(received.filter(({ path }) => path === '/other')).toHaveLength(1);
    await sender.sendDue();
    await sender.sendDue();
    expect(received).toHaveLength(6);
  });

  it('what is to be sent is counted by status, with how long the oldest is due that nobody sends', async () => {
    expect(await countOpenCallbacks(farm.db)).toEqual({ counts: { pending: 0, retrying: 0 }, overdueSeconds: 0 });
    statuses.set('/down', 503);
    await ordered('/down', 'completed');
    await sender.sendDue();
    await ordered('/not-ended', null);
    const due = await ordered('/due', 'completed');
    await sql`update callback set next_attempt_at = now() - interval '90 seconds' where publish_id = ${due}`.execute(
      farm.db,
    );
    const open = await countOpenCallbacks(farm.db);
    expect(open.counts).toEqual({ pending: 1, retrying: 1 });
    expect(open.overdueSeconds).toBeGreaterThanOrEqual(90);
    await sql`update callback set claimed_until = now() + interval '1 minute' where publish_id = ${due}`.execute(
      farm.db,
    );
    expect((await countOpenCallbacks(farm.db)).overdueSeconds).toBe(0);
    await sql`update callback set claimed_until = null`.execute(farm.db);
    await sender.sendDue();
  });

  it('two senders at once send each callback once', async () => {
    const other = newSender();
    for (let index = 0; index < 8; index += 1)
      await ordered('', 'completed', { url: `http://127.0.0.1:${receiverPort}/both/${index}` });
    for (let round = 0; round < 5; round += 1) await Promise.all([sender.sendDue(), other.sendDue()]);
    expect(new Set(received.map(({ path }) => path)).size).toBe(received.length);
    expect(received).toHaveLength(8);
    await other.close();
  });

  it('N46: sends again on demand, with the tries before it in the log', async () => {
    const publishId = await ordered('/a', 'completed');
    await sender.sendDue();
    expect(await callbacks.redeliver(owner)).toMatchObject({
      status: 'pending',
      attempts: 0,
      event: 'publish.completed',
    });
    await sender.sendDue();
    expect(received.map(({ headers }) => headers['x-svc-request-id'])).toEqual([publishId, publishId]);
    const log = await callbacks.listDeliveries(owner);
    expect(log.map(({ attempt, statusCode }) => [attempt, statusCode])).toEqual([
      [1, 204],
      [1, 204],
    ]);
  });

  it('N43: knows no callback of another account or environment, and none that is not due', async () => {
    await ordered('/a', null);
    await expect(callbacks.redeliver(owner)).rejects.toMatchObject({ code: 'CALLBACK_NOT_READY' });
    for (const stranger of [
      { ...owner, accountId: 'acc_2' },
      { ...owner, environments: ['test' as const] },
    ]) {
      await expect(callbacks.redeliver(stranger)).rejects.toMatchObject({ code: 'CALLBACK_NOT_FOUND' });
      await expect(callbacks.listDeliveries(stranger)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });

  it('F7: keeps the secret sealed', async () => {
    await ordered('/a', null, { secret: 'canary-secret-of-a-receiver' });
    const { rows } = await sql<{ row: string }>`select callback::text as row from callback`.execute(farm.db);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('canary-secret').toString('hex'));
    expect(JSON.stringify(rows)).not.toContain('canary-secret');
  });
});
