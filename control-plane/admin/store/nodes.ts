import type { Capabilities, NodeState } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

export interface NodeRecord {
  readonly id: string;
  readonly name: string;
  readonly pool: 'render' | 'capture';
  readonly version: string;
  readonly state: NodeState;
  readonly stateChangedAt: Date;
  readonly heldState: NodeState | null;
  readonly failureStreak: number;
  readonly registeredAt: Date;
  readonly seenAt: Date;
  /** By the database's clock. */
  readonly silentSeconds: number;
  readonly capabilities: Capabilities;
}

/** Never the token's hash, nor where a capture node answers: that address takes a secret made from it. */
const columns = sql`id, name, pool, version, state, state_changed_at as "stateChangedAt", held_state as "heldState",
  failure_streak as "failureStreak", registered_at as "registeredAt", seen_at as "seenAt",
  extract(epoch from now() - seen_at)::float8 as "silentSeconds", capabilities`;

export interface NodeFilter {
  /** Null: every one that is not offline. */
  readonly state: NodeState | null;
  readonly pool: 'render' | 'capture' | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first: ids are made from the time. */
export const listNodes = async (db: Database, { state, pool, before, limit }: NodeFilter): Promise<NodeRecord[]> => {
  const ofState = state === null ? sql`state <> 'offline'` : sql`state = ${state}`;
  const { rows } = await sql<NodeRecord>`
    select ${columns} from node
     where ${ofState} and (${pool}::text is null or pool = ${pool}) and (${before}::text is null or id < ${before})
     order by id desc limit ${limit}`.execute(db);
  return rows;
};

export const findNode = async (db: Database, nodeId: string): Promise<NodeRecord | null> =>
  (await sql<NodeRecord>`select ${columns} from node where id = ${nodeId}`.execute(db)).rows[0] ?? null;

export interface Throughput {
  readonly completedAttempts: number;
  readonly badAttempts: number;
  readonly meanSeconds: number | null;
}

/** Of the last 15 minutes, by the index of what ended lately. */
export const throughputOf = async (
  db: Database,
  nodeIds: readonly string[],
): Promise<ReadonlyMap<string, Throughput>> => {
  const { rows } = await sql<Throughput & { nodeId: string }>`
    select node_id as "nodeId", count(*) filter (where outcome = 'completed')::int as "completedAttempts",
           count(*) filter (where outcome in ('failed', 'lost', 'overrun'))::int as "badAttempts",
           (avg(extract(epoch from ended_at - granted_at)) filter (where outcome = 'completed'))::float8 as "meanSeconds"
      from lease
     where ended_at > now() - interval '15 minutes' and node_id = any(${nodeIds}::text[])
     group by node_id`.execute(db);
  return new Map(rows.map(({ nodeId, ...throughput }) => [nodeId, throughput]));
};
