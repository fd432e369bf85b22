import { expect, test } from 'vitest';
import { assemblySlotsFor, capacityLedger, chunkCost, sceneSlotsFor, workerCountFor } from './capacity.ts';

const gigabyte = 1_000_000_000;
const never = new AbortController().signal;

test.each([
  { cores: 2, memoryBytes: 8 * gigabyte, configured: undefined, count: 2 },
  { cores: 16, memoryBytes: 2 * gigabyte, configured: undefined, count: 4 },
  { cores: 4, memoryBytes: gigabyte / 10, configured: undefined, count: 1 },
  { cores: 2, memoryBytes: 8 * gigabyte, configured: 5, count: 5 },
])('$cores cores and $memoryBytes bytes (configured: $configured) make $count workers', ({ count, ...machine }) => {
  expect(workerCountFor(machine)).toBe(count);
});

test('a chunk at 1080p is planned with 450 MB; one at 4K with nearly four times as much', () => {
  const fullHd = chunkCost({ widthPx: 1920, heightPx: 1080 }, false).memoryBytes;
  expect(fullHd / 1e6).toBeCloseTo(445, -1);
  expect(chunkCost({ widthPx: 3840, heightPx: 2160 }, false).memoryBytes / fullHd).toBeGreaterThan(3);
});

test('there is always a scene in preparation while the workers draw', () => {
  expect([1, 2, 8].map(sceneSlotsFor)).toEqual([2, 2, 5]);
  expect([1, 2, 8].map(assemblySlotsFor)).toEqual([1, 1, 2]);
});

const order = (): {
  ledger: ReturnType<typeof capacityLedger>;
  admitted: string[];
  ask: (name: string, memoryBytes: number) => Promise<Disposable>;
} => {
  const ledger = capacityLedger({ memoryBytes: 100, encoderSessionCount: 1 });
  const admitted: string[] = [];
  return {
    ledger,
    admitted,
    ask: async (name, memoryBytes) => {
      const held = await ledger.reserve({ memoryBytes, encoderSessionCount: 0 }, never);
      admitted.push(name);
      return held;
    },
  };
};

test('what does not fit waits its turn, and nobody overtakes it', async () => {
  const { admitted, ask } = order();
  const first = await ask('first', 60);
  const second = ask('second', 60);
  const small = ask('small', 10);
  expect(admitted).toEqual(['first']);
  first[Symbol.dispose]();
  await Promise.all([second, small]);
  expect(admitted).toEqual(['first', 'second', 'small']);
});

test('what is larger than the machine is admitted alone', async () => {
  const { admitted, ask } = order();
  const first = await ask('first', 60);
  const huge = ask('huge', 1_000);
  first[Symbol.dispose]();
  const held = await huge;
  const last = ask('last', 1);
  expect(admitted).toEqual(['first', 'huge']);
  held[Symbol.dispose]();
  await last;
});

test('hardware sessions are counted as well as memory', async () => {
  const ledger = capacityLedger({ memoryBytes: 100, encoderSessionCount: 1 });
  const cost = { memoryBytes: 1, encoderSessionCount: 1 };
  const first = await ledger.reserve(cost, never);
  let second = false;
  const waiting = ledger.reserve(cost, never).then(() => {
    second = true;
  });
  await Promise.resolve();
  expect(second).toBe(false);
  first[Symbol.dispose]();
  await waiting;
});

test('who gives up while waiting makes room for those behind', async () => {
  const { ledger, ask, admitted } = order();
  await ask('first', 60);
  const controller = new AbortController();
  const gone = ledger.reserve({ memoryBytes: 90, encoderSessionCount: 0 }, controller.signal);
  const behind = ask('behind', 10);
  controller.abort(new Error('lease lost'));
  await expect(gone).rejects.toThrow('lease lost');
  await behind;
  expect(admitted).toEqual(['first', 'behind']);
});

test('giving back twice gives back once', async () => {
  const { ask, admitted } = order();
  const first = await ask('first', 60);
  const second = await ask('second', 40);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  const third = ask('third', 60);
  const fourth = ask('fourth', 1);
  expect(admitted).toEqual(['first', 'second']);
  first[Symbol.dispose]();
  await Promise.all([third, fourth]);
  expect(admitted).toEqual(['first', 'second', 'third', 'fourth']);
});
