import { type JobKind, jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { WaitingJob } from '../assign-lease.ts';

/** Grants are decided one at a time over all control planes, so that shares, slots and order are exact. */
const grantLockKey = 727_465_002;
export const lockGrants = async (trx: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${grantLockKey})`.execute(trx);
};

/** How many jobs of one account and kind the rule gets to see: enough to pass over those that want another node. */
const depthPerAccount = 16;

/**
 * The jobs that may be granted now: the first few of every account and kind, so that one account's long queue hides
 * nobody else's (B13). State and start time are pg-boss's; whose job it is stands in our row. The partial index
 * job_unfinished bounds the scan to what is not over.
 */
export const listWaiting = async (trx: Database, kinds: readonly JobKind[]): Promise<WaitingJob[]> => {
  const { rows } = await sql<{
    id: string;
    kind: JobKind;
    account_id: string;
    weight: number;
    priority: number;
    waited_seconds: number;
    codec: string | null;
    voice_id: string | null;
    batch_encoder: string | null;
    failed_node_ids: string[];
    is_drawn_elsewhere: boolean;
  }>`
    with drawn as (
      select l.account_id, p.data ->> 'renditionHash' as rendition_hash
        from lease l join pgboss.job p on p.name = l.kind and p.id = l.job_id
       where l.ended_at is null and l.kind = 'scene.render'
    ), waiting as (
      select j.id, j.kind, j.account_id, j.batch_id, j.weight, j.priority,
             p.data ->> 'codec' as codec, p.data ->> 'voiceId' as voice_id, p.data ->> 'renditionHash' as rendition_hash,
             extract(epoch from now() - p.start_after)::float8 as waited_seconds,
             row_number() over (partition by j.account_id, j.kind order by j.priority desc, j.created_at, j.id) as place
        from job j
        join pgboss.job p on p.name = j.kind and p.id = j.id
       where j.ended_at is null and j.kind = any(${kinds}::text[])
         and p.state < 'active' and p.start_after <= now()
    )
    select w.*,
           (select l.encoder from lease l
             where l.batch_id = w.batch_id and l.kind = 'scene.render' and l.encoder is not null
               and (l.ended_at is null or l.outcome = 'completed')
             order by l.granted_at desc limit 1) as batch_encoder,
           array(select distinct l.node_id from lease l
                  where l.job_id = w.id and l.outcome in ('failed', 'lost', 'overrun')) as failed_node_ids,
           exists (select from drawn d
                    where d.account_id = w.account_id and d.rendition_hash = w.rendition_hash) as is_drawn_elsewhere
      from waiting w
     where w.place <= ${depthPerAccount}`.execute(trx);
  return rows.map((row) => ({
    jobId: row.id,
    kind: row.kind,
    accountId: row.account_id,
    weight: row.weight,
    priority: row.priority,
    waitedSeconds: row.waited_seconds,
    codec: row.codec,
    voiceId: row.voice_id,
    batchEncoder: row.batch_encoder,
    failedNodeIds: row.failed_node_ids,
    isDrawnElsewhere: row.is_drawn_elsewhere,
  }));
};

export const countActiveLeases = async (trx: Database): Promise<Map<string, number>> => {
  const rows = await trx
    .selectFrom('lease')
    .select(['account_id', sql<number>`count(*)::int`.as('count')])
    .where('ended_at', 'is', null)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.count]));
};

export interface QueueDepth {
  readonly kind: JobKind;
  readonly waitingCount: number;
  readonly activeCount: number;
  readonly oldestWaitSeconds: number;
}

/** What every kind's queue holds now. */
export const listQueueDepths = async (db: Database): Promise<QueueDepth[]> => {
  const { rows } = await sql<{ kind: JobKind; waiting: number; active: number; oldest: number }>`
    select k.kind,
           count(p.id) filter (where p.state < 'active')::int as waiting,
           count(p.id) filter (where p.state = 'active')::int as active,
           coalesce(extract(epoch from now() - min(p.start_after) filter (where p.state < 'active')), 0)::float8 as oldest
      from unnest(${jobKinds}::text[]) as k (kind)
      left join job j on j.kind = k.kind and j.ended_at is null
      left join pgboss.job p on p.name = j.kind and p.id = j.id
     group by k.kind`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    waitingCount: row.waiting,
    activeCount: row.active,
    oldestWaitSeconds: Math.max(0, row.oldest),
  }));
};
