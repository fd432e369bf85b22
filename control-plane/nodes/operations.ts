import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Capabilities,
  type NodeState,
  presenceSeconds,
  type RegisterAnswer,
  type RegisterRequest,
} from '@reelyard/shared/contracts/node-protocol.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { type NodeLoad, poolCapacity } from './capacity.ts';
import {
  eventOfReturn,
  heldBy,
  nextNodeState,
  type OperatorEvent,
  quarantineAfterFailures,
  quarantineSeconds,
} from './node-status.ts';
import {
  applyEvent,
  clearNodeFailures,
  countNodeFailure,
  findNodeByToken,
  findSessionNode,
  insertNode,
  listNodeLoads,
  listReadyNodes,
  listSessionNodes,
  lockNode,
  loseSilentNodes,
  type Node,
  recoverRestedNodes,
  type SessionNode,
  saveHeld,
  touchNode,
} from './store.ts';

export type { Node, SessionNode } from './store.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const registerAgain = (): Refusal =>
  new Refusal('unauthorized', { code: 'NODE_UNKNOWN', message: 'This node token is not known here: register again.' });

const refusalOf = (event: OperatorEvent, state: NodeState): Refusal | null => {
  if (state === 'offline') {
    return new Refusal('conflict', {
      code: 'NODE_OFFLINE',
      message: 'This node said goodbye: its process registers as a new node when it starts again.',
    });
  }
  return event === 'quarantine' && state === 'draining'
    ? new Refusal('conflict', { code: 'NODE_DRAINING', message: 'This node is draining: it gets no work already.' })
    : null;
};

/** The farm's machines: who they are, what they can do, and whether they are there. */
export const nodeOperations = ({ db, farmToken }: { db: Database; farmToken: string }) => ({
  /** Takes a node in: it shows the farm's token once and gets one of its own, of which only the hash is kept. */
  async register(token: string, request: RegisterRequest): Promise<RegisterAnswer> {
    if (!timingSafeEqual(sha256(token), sha256(farmToken))) {
      throw new Refusal('unauthorized', {
        code: 'FARM_TOKEN_REFUSED',
        message: 'This is not the node token of the farm.',
      });
    }
    const nodeToken = `node_${randomBytes(32).toString('base64url')}`;
    const nodeId = newId('nod');
    const { name, pool, version, capabilities, sessionsUrl = null } = request;
    const tokenSha256 = sha256(nodeToken);
    await insertNode(db, { id: nodeId, name, pool, version, capabilities, tokenSha256, sessionsUrl });
    return { nodeId, nodeToken };
  },

  /** The node of a token. Any request proves that it is there: a lost node is ready again. Throws 401. */
  async authenticate(nodeToken: string): Promise<Node> {
    const found = await findNodeByToken(db, sha256(nodeToken));
    if (!found || found.node.state === 'offline') throw registerAgain();
    const { node, held } = found;
    await touchNode(db, node.id);
    return node.state === 'lost' ? { ...node, state: await applyEvent(db, node.id, eventOfReturn(held)) } : node;
  },

  presence: (nodeId: string, capabilities: Capabilities): Promise<void> => touchNode(db, nodeId, capabilities),
  drain: (nodeId: string): Promise<NodeState> => applyEvent(db, nodeId, 'drain'),
  goodbye: (nodeId: string): Promise<NodeState> => applyEvent(db, nodeId, 'goodbye'),

  /**
   * An operator takes a node out of work or back into it. What it holds it may finish; it stays out over its rest and
   * over a silence, until an operator resumes it or its process registers anew.
   *
   * @returns false where it was so before
   * @throws Refusal 404 where there is no such node, 409 NODE_OFFLINE or NODE_DRAINING where it cannot be done to it
   */
  async operate(trx: Transaction, nodeId: string, event: OperatorEvent): Promise<boolean> {
    const before = await lockNode(trx, nodeId);
    if (before === null) throw notFound('node');
    const held = heldBy(event);
    const refusal = refusalOf(event, before.state);
    if (refusal) throw refusal;
    if (before.held === held && nextNodeState(before.state, event) === before.state) return false;
    await saveHeld(trx, nodeId, held);
    await applyEvent(trx, nodeId, event);
    if (event === 'resume') await clearNodeFailures(trx, nodeId);
    return true;
  },

  /** After a failure that the node is to blame for: at the third in a row it gets no more work for a while (B7, B8). */
  async blame(trx: Transaction, nodeId: string): Promise<void> {
    if ((await countNodeFailure(trx, nodeId)) >= quarantineAfterFailures) await applyEvent(trx, nodeId, 'quarantine');
  },
  absolve: (trx: Transaction, nodeId: string): Promise<void> => clearNodeFailures(trx, nodeId),

  /** Marks silent nodes lost and lets rested ones try again; ids of the lost, whose leases end now. */
  async sweep(): Promise<string[]> {
    await recoverRestedNodes(db, quarantineSeconds, quarantineAfterFailures - 1);
    return loseSilentNodes(db, presenceSeconds);
  },

  listReady: (trx: Database = db): Promise<Node[]> => listReadyNodes(trx),
  listLoads: (): Promise<NodeLoad[]> => listNodeLoads(db),

  /** Capture nodes that would open a browsing session now. */
  listSessionNodes: (): Promise<SessionNode[]> => listSessionNodes(db),
  /** The capture node that holds a session, whatever its state; null where it never told an address for them. */
  findSessionNode: (nodeId: string): Promise<SessionNode | null> => findSessionNode(db, nodeId),

  /** Nodes of a pool that would take work now. */
  async countReady(pool: NodeLoad['pool'] = 'render'): Promise<number> {
    return poolCapacity(pool, await listNodeLoads(db)).readyNodeCount;
  },
});
export type NodeOperations = ReturnType<typeof nodeOperations>;
