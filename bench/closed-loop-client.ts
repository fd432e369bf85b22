import { Agent, request } from 'node:http';

/** One run of load: `connections` callers, each of whom asks again as soon as it is answered. */
export interface LoadOrder {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | null;
  /** Used in turn: a key may ask 120 times a minute. */
  readonly apiKeys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly expectedStatus: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers with another status than the expected one, by status. */
  readonly unexpected: Readonly<Record<number, number>>;
}

const runLoad = async (order: LoadOrder): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const url = new URL(order.url);
  const timesMs: number[] = [];
  const unexpected: Record<number, number> = {};
  let asked = 0;
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        'x-api-key': order.apiKeys[asked++ % order.apiKeys.length] ?? '',
        ...(order.body === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(order.body) }),
      };
      const sent = request(url, { method: order.method, agent, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject);
      sent.end(order.body ?? undefined);
    });
  const startedAtMs = performance.now();
  const endsAtMs = startedAtMs + order.seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAtMs) {
      const askedAtMs = performance.now();
      const status = await ask();
      timesMs.push(performance.now() - askedAtMs);
      if (status !== order.expectedStatus) unexpected[status] = (unexpected[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: order.connections }, caller));
  agent.destroy();
  const elapsedSeconds = (performance.now() - startedAtMs) / 1_000;
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { requestsPerSecond: timesMs.length / elapsedSeconds, p50Ms: at(0.5), p99Ms: at(0.99), unexpected };
};

process.on('message', (order: LoadOrder) => {
  void runLoad(order).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
