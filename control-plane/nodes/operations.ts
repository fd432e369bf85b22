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
import { Refusal } from '../http/refusal.ts';
import { type NodeLoad, poolCapacity } from './capacity.ts';
import { quarantineAfterFailures, quarantineSeconds } from './node-status.ts';
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
  loseSilentNodes,
  type Node,
  recoverRestedNodes,
  type SessionNode,
  touchNode,
} from './store.ts';

export type { Node, SessionNode } from './store.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const registerAgain = (): Refusal =>
  new Refusal('unauthorized', { code: 'NODE_UNKNOWN', message: 'This node token is not known here: register again.' });

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
    const node = await findNodeByToken(db, sha256(nodeToken));
    if (!node || node.state === 'offline') throw registerAgain();
    await touchNode(db, node.id);
    return node.state === 'lost' ? { ...node, state: await applyEvent(db, node.id, 'seen') } : node;
  },

  presence: (nodeId: string, capabilities: Capabilities): Promise<void> => touchNode(db, nodeId, capabilities),
  drain: (nodeId: string): Promise<NodeState> => applyEvent(db, nodeId, 'drain'),
  goodbye: (nodeId: string): Promise<NodeState> => applyEvent(db, nodeId, 'goodbye'),

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
