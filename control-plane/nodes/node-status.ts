import type { NodeState } from '@reelyard/shared/contracts/node-protocol.ts';

/**
 * What can happen to a node: it is seen (any request of it), it or an operator drains it, its failures quarantine it
 * and time recovers it, it says goodbye, or it falls silent.
 */
export type NodeEvent = 'seen' | 'drain' | 'resume' | 'quarantine' | 'recover' | 'goodbye' | 'silent';

/** The one transition table. An event that is missing changes nothing. `offline` is final: the process registers again. */
const transitions: Record<NodeState, Partial<Record<NodeEvent, NodeState>>> = {
  ready: { drain: 'draining', quarantine: 'quarantined', goodbye: 'offline', silent: 'lost' },
  draining: { resume: 'ready', goodbye: 'offline', silent: 'lost' },
  quarantined: { recover: 'ready', resume: 'ready', drain: 'draining', goodbye: 'offline', silent: 'lost' },
  lost: { seen: 'ready', drain: 'draining', quarantine: 'quarantined', goodbye: 'offline' },
  offline: {},
};

export const nextNodeState = (state: NodeState, event: NodeEvent): NodeState => transitions[state][event] ?? state;

/** The states that an event changes, each with what it becomes: the WHERE of the one statement that stores it. */
export const statesChangedBy = (event: NodeEvent): { from: NodeState; to: NodeState }[] =>
  (Object.keys(transitions) as NodeState[]).flatMap((from) => {
    const to = transitions[from][event];
    return to === undefined ? [] : [{ from, to }];
  });

/** What an operator put a node into, and keeps it in over its rest and over a silence; null where nobody did. */
export type HeldState = 'draining' | 'quarantined' | null;

/** What a lost node meets when it is heard of again. */
export const eventOfReturn = (held: HeldState): NodeEvent =>
  held === null ? 'seen' : held === 'draining' ? 'drain' : 'quarantine';

/** What an operator may do to a node. */
export type OperatorEvent = 'drain' | 'quarantine' | 'resume';

export const heldBy = (event: OperatorEvent): HeldState =>
  (({ drain: 'draining', quarantine: 'quarantined', resume: null }) as const)[event];

/** Failures in a row that a node is to blame for, before it gets no more work (B7). */
export const quarantineAfterFailures = 3;
/** How long a quarantined node rests before it may try one job again. */
export const quarantineSeconds = 60;

/** How long after its goodbye a node still counts among those of the farm: a restart or a deployment is seen, and over. */
export const countedAfterGoodbyeSeconds = 10 * 60;
/** How long after a silence: a machine that died is looked for so long; then it is gone for good. */
export const countedAfterSilenceSeconds = 60 * 60;
