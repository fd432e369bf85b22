import { expect, it } from 'vitest';
import type { HeartbeatAnswer, HeartbeatRequest, Progress } from '../contracts/node-protocol.ts';
import { startHeartbeat } from './heartbeat.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const progress = (done: number): Progress => ({ stage: 'render', done, total: 90 });

/** A lease so long that its own renewal would come after the test is over. */
const leaseSeconds = 3_600;

function recordingClient() {
  const requests: HeartbeatRequest[] = [];
  const waiting: ((request: HeartbeatRequest) => void)[] = [];
  return {
    requests,
    next: () => new Promise<HeartbeatRequest>((resolve) => waiting.push(resolve)),
    heartbeat: async (_jobId: string, request: HeartbeatRequest): Promise<HeartbeatAnswer> => {
      requests.push(request);
      waiting.shift()?.(request);
      return { stop: null };
    },
  };
}

it('sends news of the work at once and later news together, without waiting for the lease to need it', async () => {
  const client = recordingClient();
  const end = new AbortController();
  using heartbeat = startHeartbeat({ client, jobId: 'a', attempt: 2, leaseSeconds, end, log });
  const first = client.next();
  heartbeat.report(progress(1));
  expect(await first).toEqual({ attempt: 2, progress: progress(1) });

  const second = client.next();
  for (const done of [2, 3, 4]) heartbeat.report(progress(done));
  expect(await second).toEqual({ attempt: 2, progress: progress(4) });
  expect(client.requests).toHaveLength(2);
});

it('sends nothing more once it is over', async () => {
  const client = recordingClient();
  const heartbeat = startHeartbeat({ client, jobId: 'a', attempt: 1, leaseSeconds, end: new AbortController(), log });
  heartbeat[Symbol.dispose]();
  heartbeat.report(progress(1));
  await new Promise(setImmediate);
  expect(client.requests).toEqual([]);
});
