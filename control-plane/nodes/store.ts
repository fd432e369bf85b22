import type { Capabilities, NodeState } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { NodeLoad } from './capacity.ts';
import {
  countedAfterGoodbyeSeconds,
  countedAfterSilenceSeconds,
  type HeldState,
  type NodeEvent,
  statesChangedBy,
} from './node-status.ts';

export interface Node {
  readonly id: string;
  readonly name: string;
  readonly pool: 'render' | 'capture';
  readonly state: NodeState;
  readonly capabilities: Capabilities;
}

const columns = ['id', 'name', 'pool', 'state', 'capabilities'] as const;

const nodeOf = (row: {
  id: string;
  name: string;
  pool: 'render' | 'capture';
  state: NodeState;
  capabilities: unknown;
}): Node => ({
  ...row,
  // Checked by capabilitiesSchema before it was stored.
  capabilities: row.capabilities as Capabilities,
});

export const insertNode = async (
  db: Database,
  node: Omit<Node, 'state'> & { version: string; tokenSha256: Buffer; sessionsUrl: string | null },
): Promise<void> => {
  await db
    .insertInto('node')
    .values({
      id: node.id,
      name: node.name,
      pool: node.pool,
      version: node.version,
      token_sha256: node.tokenSha256,
      sessions_url: node.sessionsUrl,
      state: 'ready',
      capabilities: JSON.stringify(node.capabilities),
    })
    .execute();
};

export const findNodeByToken = async (
  db: Database,
  tokenSha256: Buffer,
): Promise<{ node: Node; held: HeldState } | null> => {
  const row = await db
    .selectFrom('node')
    .select([...columns, 'held_state'])
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { held_state: held, ...node } = row;
  return { node: nodeOf(node), held };
};

/** Locks a node for what an operator does to it; null where there is none. */
export const lockNode = async (
  trx: Transaction,
  nodeId: string,
): Promise<{ state: NodeState; held: HeldState } | null> =>
  (await trx
    .selectFrom('node')
    .select(['state', 'held_state as held'])
    .where('id', '=', nodeId)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

export const saveHeld = async (trx: Transaction, nodeId: string, held: HeldState): Promise<void> => {
  await trx.updateTable('node').set({ held_state: held }).where('id', '=', nodeId).execute();
};

/** A capture node as the browsing sessions on it need it. */
export interface SessionNode {
  readonly id: string;
  readonly state: NodeState;
  readonly sessionsUrl: string;
  /** Of its token: what both sides' secret is made from (shared/contracts/session-protocol.ts). */
  readonly tokenSha256: Buffer;
}

const selectSessionNodes = (db: Database) =>
  db
    .selectFrom('node')
    .select(['id', 'state', 'sessions_url', 'token_sha256'])
    .where('pool', '=', 'capture')
    .where('sessions_url', 'is not', null);

const sessionNodeOf = (row: {
  id: string;
  state: NodeState;
  sessions_url: string | null;
  token_sha256: Buffer;
}): SessionNode => ({
  id: row.id,
  state: row.state,
  sessionsUrl: row.sessions_url ?? '',
  tokenSha256: row.token_sha256,
});

export const listSessionNodes = async (db: Database): Promise<SessionNode[]> =>
  (await selectSessionNodes(db).where('state', '=', 'ready').execute()).map(sessionNodeOf);

export const findSessionNode = async (db: Database, nodeId: string): Promise<SessionNode | null> => {
  const row = await selectSessionNodes(db).where('id', '=', nodeId).executeTakeFirst();
  return row ? sessionNodeOf(row) : null;
};

export const findNode = async (db: Database, nodeId: string): Promise<Node | null> => {
  const row = await db.selectFrom('node').select(columns).where('id', '=', nodeId).executeTakeFirst();
  return row ? nodeOf(row) : null;
};

/** Notes by database time that a node was heard of; what it can do now, where it says so. */
export const touchNode = async (db: Database, nodeId: string, capabilities?: Capabilities): Promise<void> => {
  await db
    .updateTable('node')
    .set({ seen_at: sql<Date>`now()`, ...(capabilities ? { capabilities: JSON.stringify(capabilities) } : {}) })
    .where('id', '=', nodeId)
    .execute();
};

const changedState = (event: NodeEvent) => {
  const branches = statesChangedBy(event).map(({ from, to }) => sql`when ${from} then ${to}`);
  return sql<NodeState>`case state ${sql.join(branches, sql` `)} else state end`;
};
const changedFrom = (event: NodeEvent): NodeState[] => statesChangedBy(event).map(({ from }) => from);

/** Applies an event to one node; the state after it. One statement: the old state stands in its CASE. */
export const applyEvent = async (db: Database, nodeId: string, event: NodeEvent): Promise<NodeState> => {
  const row = await db
    .updateTable('node')
    .set({
      state: changedState(event),
      state_changed_at: sql<Date>`case when state = any(${changedFrom(event)}::text[]) then now() else state_changed_at end`,
    })
    .where('id', '=', nodeId)
    .returning('state')
    .executeTakeFirstOrThrow();
  return row.state;
};

/** Nodes not heard of for `silentSeconds` become lost; their ids. */
export const loseSilentNodes = async (db: Database, silentSeconds: number): Promise<string[]> => {
  const rows = await db
    .updateTable('node')
    .set({ state: changedState('silent'), state_changed_at: sql<Date>`now()` })
    .where('state', 'in', changedFrom('silent'))
    .where(sql<boolean>`seen_at < now() - make_interval(secs => ${silentSeconds})`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
};

/** Quarantined nodes whose rest is over try again, one failure away from the next quarantine. */
export const recoverRestedNodes = async (
  db: Database,
  restSeconds: number,
  failureStreak: number,
): Promise<string[]> => {
  const rows = await db
    .updateTable('node')
    .set({ state: changedState('recover'), state_changed_at: sql<Date>`now()`, failure_streak: failureStreak })
    .where('state', 'in', changedFrom('recover'))
    .where('held_state', 'is', null)
    .where(sql<boolean>`state_changed_at < now() - make_interval(secs => ${restSeconds})`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
};

/** Counts a failure that the node is to blame for; how many in a row there are now. */
export const countNodeFailure = async (trx: Transaction, nodeId: string): Promise<number> => {
  const row = await trx
    .updateTable('node')
    .set({ failure_streak: sql<number>`failure_streak + 1` })
    .where('id', '=', nodeId)
    .returning('failure_streak')
    .executeTakeFirstOrThrow();
  return row.failure_streak;
};

export const clearNodeFailures = async (trx: Transaction, nodeId: string): Promise<void> => {
  await trx
    .updateTable('node')
    .set({ failure_streak: 0 })
    .where('id', '=', nodeId)
    .where('failure_streak', '>', 0)
    .execute();
};

export const listReadyNodes = async (db: Database): Promise<Node[]> =>
  (await db.selectFrom('node').select(columns).where('state', '=', 'ready').execute()).map(nodeOf);

/**
 * Every node that counts as one of the farm's, with its leases. A process that starts again is a node anew, so one that is
 * gone counts neither for long nor once a node of its pool and name has registered after it was last heard of. Its row
 * stays: leases of that time name it, and operators list it.
 */
export const listNodeLoads = async (db: Database): Promise<NodeLoad[]> => {
  const countedSeconds = sql`case node.state when 'offline' then ${countedAfterGoodbyeSeconds}::int else ${countedAfterSilenceSeconds}::int end`;
  const rows = await db
    .selectFrom('node')
    .leftJoin('lease', (join) => join.onRef('lease.node_id', '=', 'node.id').on('lease.ended_at', 'is', null))
    .select(['node.pool', 'node.state', 'node.capabilities'])
    .select((build) => build.fn.count<number>('lease.job_id').as('lease_count'))
    .where(
      sql<boolean>`(node.state not in ('offline', 'lost')
        or (node.seen_at > now() - make_interval(secs => ${countedSeconds})
            and not exists (select from node successor
                             where successor.pool = node.pool and successor.name = node.name
                               and successor.registered_at > node.registered_at
                               and successor.registered_at >= node.seen_at)))`,
    )
    .groupBy('node.id')
    .execute();
  return rows.map((row) => ({
    pool: row.pool,
    state: row.state,
    slots: (row.capabilities as Capabilities).workerCount,
    activeLeaseCount: row.lease_count,
  }));
};
