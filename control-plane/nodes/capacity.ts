import type { NodeState } from '@reelyard/shared/contracts/node-protocol.ts';

export interface NodeLoad {
  readonly pool: 'render' | 'capture';
  readonly state: NodeState;
  /** Jobs that the node can run at once. */
  readonly slots: number;
  readonly activeLeaseCount: number;
}

export interface PoolCapacity {
  readonly readyNodeCount: number;
  readonly slots: number;
  readonly freeSlots: number;
}

/**
 * What a pool can take on now, for the autoscaler and /metrics. Only ready nodes count: a lost one that is believed
 * to be there is how a backlog grows unseen.
 */
export const poolCapacity = (pool: NodeLoad['pool'], nodes: readonly NodeLoad[]): PoolCapacity => {
  const ready = nodes.filter((node) => node.pool === pool && node.state === 'ready');
  const slots = ready.reduce((sum, node) => sum + node.slots, 0);
  const freeSlots = ready.reduce((sum, node) => sum + Math.max(0, node.slots - node.activeLeaseCount), 0);
  return { readyNodeCount: ready.length, slots, freeSlots };
};
