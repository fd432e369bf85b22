import { describe, expect, test } from 'vitest';
import { type NodeLoad, poolCapacity } from './capacity.ts';

const node = (over: Partial<NodeLoad>): NodeLoad => ({
  pool: 'render',
  state: 'ready',
  slots: 2,
  activeLeaseCount: 0,
  ...over,
});

describe('capacity', () => {
  test('only ready nodes of the pool have slots', () => {
    const nodes = [
      node({}),
      node({ state: 'draining' }),
      node({ state: 'lost' }),
      node({ state: 'quarantined' }),
      node({ pool: 'capture', slots: 8 }),
    ];
    expect(poolCapacity('render', nodes)).toEqual({ readyNodeCount: 1, slots: 2, freeSlots: 2 });
  });

  test('a node that holds more leases than slots lends none of its neighbour’s', () => {
    const nodes = [node({ activeLeaseCount: 5 }), node({ activeLeaseCount: 1 })];
    expect(poolCapacity('render', nodes)).toEqual({ readyNodeCount: 2, slots: 4, freeSlots: 1 });
  });
});
