import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PublishStatus } from '../publish-view.ts';
import { eventIdOf } from '../status-events.ts';
import { streamStatus } from './stream-status.ts';

const status = (message: string, phase: PublishStatus['phase'] = 'rendering'): PublishStatus => ({
  requestId: 'pub_1',
  phase,
  message,
  waiting: null,
  sandbox: false,
  etaSeconds: null,
  render: {
    state: 'rendering',
    sceneCount: 1,
    doneScenes: 0,
    failedScenes: 0,
    progressPercent: 0,
    failures: [],
    scenes: [],
  },
  export: null,
  videoUrl: null,
  thumbnailUrl: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
});

/** A real connection to a server that streams `statuses`. */
const connected = async (
  statuses: AsyncIterable<PublishStatus>,
  options: { lastEventId?: string; signal?: AbortSignal } = {},
) => {
  const { lastEventId = null, signal = new AbortController().signal } = options;
  const served = Promise.withResolvers<{ response: ServerResponse; over: Promise<unknown> }>();
  const server = createServer((_request, response) => {
    const over = streamStatus(response, { statuses, lastEventId, headers: {}, signal }).catch(
      (error: unknown) => error,
    );
    served.resolve({ response, over });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  // Who waits for the answer hears of its failure; a test that does not is not about it.
  answered.catch(() => null);
  return {
    ...(await served.promise),
    answered,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
};
async function* each(...statuses: PublishStatus[]): AsyncGenerator<PublishStatus> {
  yield* statuses;
}

test('a reader that does not read costs one status and not all of them', async () => {
  const statusCount = 2_000;
  let asked = 0;
  async function* endless(): AsyncGenerator<PublishStatus> {
    for (; asked < statusCount; asked += 1) {
      await setImmediate();
      yield status(`${asked} ${'x'.repeat(64 * 1024)}`);
    }
  }
  await using connection = await connected(endless());
  const [incoming] = await connection.answered;
  while (!connection.response.writableNeedDrain) await setImmediate();
  const before = asked;
  for (let turn = 0; turn < 2 * statusCount; turn += 1) await setImmediate();
  expect(asked - before).toBeLessThan(statusCount / 10);
  expect(connection.response.writableLength).toBeLessThan(1024 * 1024);
  const text = await textOf(incoming);
  expect(text).toContain(`"message":"${statusCount - 1} x`);
  await connection.over;
});

test('a reader that goes away ends the stream', async () => {
  const gone = new AbortController();
  async function* untilGone(): AsyncGenerator<PublishStatus> {
    for (let turn = 0; !gone.signal.aborted; turn += 1) yield status(`${turn} ${'x'.repeat(64 * 1024)}`);
  }
  await using connection = await connected(untilGone(), { signal: gone.signal });
  await connection.answered;
  while (!connection.response.writableNeedDrain) await setImmediate();
  gone.abort();
  expect(await connection.over).toBeUndefined();
});

test('a reader that comes back is not sent what it saw; one that saw the end gets 204', async () => {
  const [first, second, last] = [status('1'), status('2'), status('3', 'completed')];
  {
    await using connection = await connected(each(first, second, last), { lastEventId: eventIdOf(first) });
    const [incoming] = await connection.answered;
    const ids = [...(await textOf(incoming)).matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    expect(ids).toEqual([eventIdOf(second), eventIdOf(last)]);
  }
  await using ended = await connected(each(last), { lastEventId: eventIdOf(last) });
  expect((await ended.answered)[0].statusCode).toBe(204);
});

test('a fault cuts the stream and is handed on', async () => {
  const fault = new Error('the database is gone');
  const isRead = Promise.withResolvers<void>();
  async function* broken(): AsyncGenerator<PublishStatus> {
    yield status('1');
    await isRead.promise;
    throw fault;
  }
  await using connection = await connected(broken());
  const [incoming] = await connection.answered;
  isRead.resolve();
  await expect(textOf(incoming)).rejects.toThrow('aborted');
  expect(await connection.over).toBe(fault);
});
