import { expect, test } from 'vitest';
import { killRun } from './kill-run.ts';

test('A1, A2, A6, B18: a control plane that is killed in the middle of its work loses, doubles and miscounts nothing', {
  timeout: 480_000,
}, async () => {
  const seed = Date.now() % 2 ** 31;
  const { kills, acknowledgedPublishes, faults, lost, doubled, creditsOff, invariants } = await killRun({
    kills: 4,
    clients: 2,
    nodes: 2,
    seed,
    lifeMs: [20, 2_500],
    leastPublishes: 6,
  });
  expect({ seed, faults, lost, doubled, creditsOff, invariants }).toEqual({
    seed,
    faults: [],
    lost: [],
    doubled: [],
    creditsOff: [],
    invariants: {},
  });
  expect([kills, acknowledgedPublishes > 0]).toEqual([4, true]);
});
