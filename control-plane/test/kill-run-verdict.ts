import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { JournalEntry } from './kill-run-actors.ts';

export interface KillRunVerdict {
  readonly acknowledgedPublishes: number;
  readonly acknowledgedProjects: number;
  /** Answers of 500 and above, as they came. */
  readonly faults: readonly unknown[];
  /** What was acknowledged and is not there, or never ended. */
  readonly lost: readonly string[];
  /** What is there and was acknowledged to nobody: it was made twice. */
  readonly doubled: readonly string[];
  /** Publishes and accounts whose credits are not what they have to be. */
  readonly creditsOff: readonly object[];
  /** Violations of each invariant that is not zero. */
  readonly invariants: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  readonly creditsCharged: number;
}

const acknowledged = (entries: readonly JournalEntry[]) => ({
  publishes: new Map(
    entries.flatMap((entry) => (entry.kind === 'publish' ? [[entry.requestId, entry.reserved] as const] : [])),
  ),
  projects: new Set(entries.flatMap((entry) => (entry.kind === 'project' ? [entry.projectId] : []))),
});

interface PublishRow {
  readonly id: string;
  readonly state: string;
  readonly reserved: number;
  readonly charged: number;
  readonly released: number;
  readonly due: number;
  readonly exports: number;
}

/**
 * Every publish with what its holds came to and, told from the scenes alone, what it had to cost: a scene that was
 * drawn or failed by the caller's own fault, and the export of a video that is there.
 */
const publishRows = async (db: Database): Promise<PublishRow[]> =>
  (
    await sql<PublishRow>`
      select p.id, p.state,
             coalesce(sum(h.plan_credits + h.purchased_credits), 0)::int as reserved,
             coalesce(sum(h.plan_credits + h.purchased_credits) filter (where h.state = 'charged'), 0)::int as charged,
             coalesce(sum(h.plan_credits + h.purchased_credits) filter (where h.state = 'released'), 0)::int as released,
             coalesce(sum(h.plan_credits + h.purchased_credits) filter (where
               case when h.subject like '%:export' then p.state = 'completed'
                    else exists (select 1 from publish_scene s where s.hold_id = h.id
                                  and (s.state = 'done' or (s.state = 'failed' and not s.credit_refunded))) end), 0)::int as due,
             (select count(*)::int from export e where e.publish_id = p.id and e.status = 'SUCCESS') as exports
        from publish p left join credit_hold h on h.subject like 'publish:' || p.id || ':%'
       group by p.id, p.state`.execute(db)
  ).rows;

const liveStates = ['rendering', 'narrating', 'exporting'];

/** The audit's own views where they are there (I01–I27). */
const invariantsOf = async (db: Database): Promise<Record<string, number>> => {
  const { rows: there } = await sql<{ run: string | null }>`select to_regprocedure('inv.run()')::text as run`.execute(
    db,
  );
  if (there[0]?.run == null) return {};
  const { rows } = await sql<{ name: string; violations: number }>`select name, violations::int from inv.run()`.execute(
    db,
  );
  return Object.fromEntries(rows.filter(({ violations }) => violations > 0).map((row) => [row.name, row.violations]));
};

/** Accounts whose balance is not what they were given (`granted`, of any kind) less what their holds were charged. */
const accountsOff = async (db: Database): Promise<object[]> =>
  (
    await sql<object>`
      select b.account_id, sum(b.available)::int as available, sum(b.held)::int as held, l.granted, h.charged
        from balance b
        join (select account_id, sum(d_available) filter (where kind not in ('reserve', 'release', 'charge'))::int as granted
                from credit_ledger group by 1) l using (account_id)
        left join (select account_id, sum(plan_credits + purchased_credits)::int as charged
                     from credit_hold where state = 'charged' group by 1) h using (account_id)
       group by b.account_id, l.granted, h.charged
      having sum(b.available) <> l.granted - coalesce(h.charged, 0) or sum(b.held) <> 0`.execute(db)
  ).rows;

/**
 * Inputs that were paid for again after they had been paid (N51); no run of these forces a render. Two projects that
 * want the same at the same time draw it once; both pay where the second decides while the first one's result is committed.
 */
const paidTwice = async (db: Database): Promise<object[]> =>
  (
    await sql<object>`
      with paid as (
        select p.account_id, s.input_hash, h.id, h.created_at, h.settled_at
          from publish_scene s join publish p on p.id = s.publish_id join credit_hold h on h.id = s.hold_id
         where h.state = 'charged')
      select again.account_id, again.input_hash, again.id
        from paid again join paid before using (account_id, input_hash)
       where again.created_at > before.settled_at`.execute(db)
  ).rows;

/** What a kill run came to, told from the journal of its callers and the rows of the database. */
export const judgeKillRun = async (db: Database, entries: readonly JournalEntry[]): Promise<KillRunVerdict> => {
  const { publishes, projects } = acknowledged(entries);
  const rows = await publishRows(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  const { rows: projectRows } = await sql<{ id: string }>`select id from project`.execute(db);
  const projectIds = new Set(projectRows.map(({ id }) => id));
  const isOff = (row: PublishRow): boolean =>
    row.charged + row.released !== row.reserved ||
    row.charged !== row.due ||
    row.exports !== (row.state === 'completed' ? 1 : 0) ||
    // Of a repeated answer the holds are no longer open, which the answer tells.
    (publishes.has(row.id) && (publishes.get(row.id) ?? 0) > row.reserved);
  return {
    acknowledgedPublishes: publishes.size,
    acknowledgedProjects: projects.size,
    faults: entries.filter(({ kind }) => kind === 'fault'),
    lost: [
      ...[...publishes.keys()].filter((id) => liveStates.includes(found.get(id)?.state ?? 'rendering')),
      ...[...projects].filter((id) => !projectIds.has(id)),
    ],
    doubled: [
      ...rows.filter(({ id }) => !publishes.has(id)).map(({ id }) => id),
      ...[...projectIds].filter((id) => !projects.has(id)),
    ],
    creditsOff: [...rows.filter(isOff), ...(await accountsOff(db)), ...(await paidTwice(db))],
    invariants: await invariantsOf(db),
    states: rows.reduce<Record<string, number>>(
      (counts, { state }) => ({ ...counts, [state]: (counts[state] ?? 0) + 1 }),
      {},
    ),
    creditsCharged: rows.reduce((sum, { charged }) => sum + charged, 0),
  };
};
