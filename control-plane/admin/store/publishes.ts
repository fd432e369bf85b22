import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { PublishState } from '../../publishing/publish-state.ts';

export interface PublishRecord {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  readonly kind: string;
  readonly state: PublishState;
  readonly title: string;
  readonly quality: string;
  readonly format: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

const columns = sql`id, project_id as "projectId", account_id as "accountId", environment, kind, state, title, quality,
  format, created_at as "createdAt", updated_at as "updatedAt", finished_at as "finishedAt"`;

export interface PublishFilter {
  readonly accountId: string | null;
  readonly state: PublishState | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first: ids are made from the time. */
export const listPublishes = async (db: Database, filter: PublishFilter): Promise<PublishRecord[]> => {
  const wanted = [
    ...(filter.accountId === null ? [] : [sql`account_id = ${filter.accountId}`]),
    ...(filter.state === null ? [] : [sql`state = ${filter.state}`]),
    ...(filter.before === null ? [] : [sql`id < ${filter.before}`]),
    sql`true`,
  ];
  const { rows } = await sql<PublishRecord>`
    select ${columns} from publish where ${sql.join(wanted, sql` and `)} order by id desc limit ${filter.limit}`.execute(
    db,
  );
  return rows;
};

export const findPublish = async (db: Database, publishId: string): Promise<PublishRecord | null> =>
  (await sql<PublishRecord>`select ${columns} from publish where id = ${publishId}`.execute(db)).rows[0] ?? null;

export interface SceneCounts {
  readonly total: number;
  readonly reused: number;
  readonly queued: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
}

export const sceneCountsOf = async (
  db: Database,
  publishIds: readonly string[],
): Promise<ReadonlyMap<string, SceneCounts>> => {
  const { rows } = await sql<SceneCounts & { publishId: string }>`
    select publish_id as "publishId", count(*)::int as total, count(*) filter (where reused)::int as reused,
           count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'done')::int as done,
           count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'cancelled')::int as cancelled
      from publish_scene where publish_id = any(${publishIds}::text[]) group by publish_id`.execute(db);
  return new Map(rows.map(({ publishId, ...counts }) => [publishId, counts]));
};
