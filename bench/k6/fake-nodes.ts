import { setTimeout as delay } from 'node:timers/promises';
import { fakeNode, type Injecting } from '@reelyard/control-plane/test/fake-node.ts';
import { parseLease } from '@reelyard/shared/contracts/node-protocol.ts';

/**
 * Nodes that speak the real protocol over HTTP and draw nothing, in a process of their own so that they cost the control
 * plane no time of its event loop: `node bench/k6/fake-nodes.ts <url> <node token> <count> <milliseconds a job>`.
 */
const [url = '', farmToken = '', count = '1', jobMs = '0'] = process.argv.slice(2);

const heartbeatMs = 2_000;

const overHttp: Injecting = {
  async inject({ method, url: path, headers, payload }) {
    const isFile = Buffer.isBuffer(payload);
    const sent: RequestInit = {
      method,
      headers: isFile ? headers : { ...headers, 'content-type': 'application/json' },
      body: isFile ? new Uint8Array(payload) : JSON.stringify(payload),
    };
    const response = await fetch(url + path, sent);
    const body = await response.text();
    return { statusCode: response.status, body, json: () => JSON.parse(body) as unknown };
  },
};

const work = async (name: string): Promise<never> => {
  const node = await fakeNode(overHttp, farmToken, { name });
  for (;;) {
    const answer = await node.tryLease(10);
    if (answer.status !== 200) continue;
    const lease = parseLease(answer.body);
    const endsAtMs = Date.now() + Number(jobMs);
    while (Date.now() < endsAtMs) {
      await delay(Math.min(heartbeatMs, endsAtMs - Date.now()));
      await node.heartbeat(lease);
    }
    // 409: the lease was lost meanwhile, and the job is another node's.
    const { status } = await node.complete(lease, await node.uploadAll(lease));
    if (status !== 200 && status !== 409) throw new Error(`complete answered ${status}`);
  }
};

await Promise.all(Array.from({ length: Number(count) }, (_, index) => work(`fake-${index + 1}`)));
