import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compose } from '../compose.ts';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let address: string;
let node: FakeNode;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
  address = await farm.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
});

interface Event {
  readonly id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly status: any;
}

/** Opens the stream of a project's publish; `blocks` gives what is sent, one event or comment at a time. */
const follow = async (projectId: string, lastEventId: string | null = null, from = address) => {
  const leave = new AbortController();
  const response = await fetch(`${from}/api/v2/projects/${projectId}/publish/events`, {
    headers: { 'x-api-key': caller.key, ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
    signal: leave.signal,
  });
  async function* blocksOf(): AsyncGenerator<string> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      rest += decoder.decode(bytes as Uint8Array, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  }
  const blocks = blocksOf();
  const nextBlock = async (matches: (block: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await blocks.next();
      if (done === true) throw new Error('the stream has ended');
      if (matches(value)) return value;
    }
  };
  const eventOf = (block: string): Event => {
    const [, id = '', data = ''] = /^id: (.*)\nevent: status\ndata: (.*)$/.exec(block) ?? [];
    return { id, status: JSON.parse(data) };
  };
  return {
    response,
    leave: () => leave.abort(),
    nextEvent: async (): Promise<Event> => eventOf(await nextBlock((block) => block.startsWith('id: '))),
    nextComment: () => nextBlock((block) => block.startsWith(':')),
    async rest(): Promise<Event[]> {
      const events: Event[] = [];
      for await (const block of blocks) if (block.startsWith('id: ')) events.push(eventOf(block));
      return events;
    },
  };
};

test('N27: a reader that comes back gets what is new, at once, and nothing that it had; one that begins gets what is', async () => {
  const projectId = await caller.createProject(['One', 'Two']);
  await caller.publish(projectId);
  const first = await follow(projectId);
  const seen = await first.nextEvent();
  expect(seen.status).toMatchObject({ phase: 'rendering', render: { doneScenes: 0 } });
  first.leave();

  await node.finish(await node.lease());
  const back = await follow(projectId, seen.id);
  const news = await back.nextEvent();
  expect(news.id).not.toBe(seen.id);
  expect(news.status.render.doneScenes).toBe(1);
  const fresh = await follow(projectId);
  expect((await fresh.nextEvent()).status.render.doneScenes).toBe(1);
  fresh.leave();

  await node.workUntilIdle();
  const rest = await back.rest();
  expect(rest.at(-1)?.status.phase).toBe('completed');
  const ids = [seen, news, ...rest].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);

  const late = await follow(projectId, news.id);
  expect((await late.rest()).map(({ status }) => status.phase)).toEqual(['completed']);
  expect((await follow(projectId, ids.at(-1))).response.status).toBe(204);
});

test('S61: a stream without news is not silent, and says in words and for programs why it waits', async () => {
  await node.goodbye();
  const projectId = await caller.createProject(['One']);
  await caller.publish(projectId);
  const stream = await follow(projectId);
  expect((await stream.nextEvent()).status).toMatchObject({
    message: 'Waiting for a render node: none is ready.',
    waiting: { reason: 'NO_NODE_READY', jobsAhead: 0 },
  });
  expect(await stream.nextComment()).toBe(': still here');
  stream.leave();
});

test('S61: who waits behind others sees how many jobs are ahead; what moves does not wait', async () => {
  const ahead = await caller.createProject(['A', 'B', 'C']);
  await caller.publish(ahead);
  const lease = await node.lease();
  const projectId = await caller.createProject(['One']);
  await caller.publish(projectId);
  expect((await caller.status(projectId)).waiting).toEqual({ reason: 'NODES_BUSY', jobsAhead: 2 });
  expect((await caller.status(ahead)).waiting).toBeNull();
  await node.finish(lease);
  await node.workUntilIdle();
  expect(await caller.status(projectId)).toMatchObject({ phase: 'completed', waiting: null });
});

test('a control plane that stops ends its streams', async () => {
  const projectId = await caller.createProject(['One']);
  await caller.publish(projectId);
  const second = await compose({
    config: farm.config,
    logger: pino({ level: 'silent' }),
    clock: () => farm.clock.now(),
  });
  const stream = await follow(projectId, null, await second.app.listen({ host: '127.0.0.1', port: 0 }));
  const { id } = await stream.nextEvent();
  await second.close();
  expect(await stream.rest()).toEqual([]);
  await node.workUntilIdle();
  const elsewhere = await follow(projectId, id);
  expect((await elsewhere.nextEvent()).status.phase).toBe('completed');
});

test('a project of somebody else is a 404, and one that was never published says so and ends', async () => {
  const projectId = await caller.createProject(['One']);
  const idle = await follow(projectId);
  expect((await idle.rest()).map(({ status }) => status.phase)).toEqual(['idle']);
  caller = await publisher(farm);
  expect((await follow(projectId)).response.status).toBe(404);
});
