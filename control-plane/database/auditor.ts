import { sql } from 'kysely';
import type { Database } from './connection.ts';

export interface InvariantCounts {
  /** Null until the first audit has ended. */
  readonly auditedAt: Date | null;
  /** When the next one may begin; null until one has ended or begun. */
  readonly dueAt: Date | null;
  /** Name of each invariant -> how often it is violated. */
  readonly violations: Readonly<Record<string, number>>;
}

export interface AuditorDeps {
  readonly db: Database;
  readonly everyMs: number;
  /** Told of every invariant that an audit found violated. */
  readonly onViolation: (violated: { invariant: string; violations: number; offenders: unknown }) => void;
  readonly onFault: (error: unknown) => void;
}

/** The views read whole tables; what waits for a request is bounded much closer. */
const longestAuditSeconds = 600;
/**
 * How long an audit rests for every second that it took: its cost grows with the ledger (8 s for a million entries), and
 * may take a twentieth of one core whatever the size.
 */
const restFactor = 19;

/** Takes the turn: the others find that it is taken. A turn whose taker died passes when no audit could still run. */
const claimTurn = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    update invariant_audit set due_at = now() + make_interval(secs => ${longestAuditSeconds})
     where due_at <= now() returning is_only`.execute(db);
  return rows.length > 0;
};

const askInvariants = (db: Database) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql.raw(`set local statement_timeout = '${longestAuditSeconds}s'`).execute(trx);
      const { rows } = await sql<{ name: string; violations: number; offenders: unknown }>`
        select name, violations, offenders from inv.run()`.execute(trx);
      return rows;
    });

/**
 * Checks the invariants of the whole database again and again, over one snapshot each time. Every control plane runs
 * one of these and they take turns; all of them tell the same figures, those of the last audit.
 */
export const auditor = ({ db, everyMs, onViolation, onFault }: AuditorDeps) => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** One audit; false where it was another one's turn. */
  const audit = async (): Promise<boolean> => {
    if (!(await claimTurn(db))) return false;
    const startedAt = performance.now();
    const found = await askInvariants(db);
    // A little less than the interval: every control plane looks once in each, and none of them at the same moment.
    const restSeconds = Math.max(everyMs * 0.9, (performance.now() - startedAt) * restFactor) / 1_000;
    const violations = Object.fromEntries(found.map((each) => [each.name, each.violations]));
    await sql`
      update invariant_audit set audited_at = now(), due_at = now() + make_interval(secs => ${restSeconds}),
             violations = ${JSON.stringify(violations)}::jsonb`.execute(db);
    for (const { name, ...each } of found) if (each.violations > 0) onViolation({ invariant: name, ...each });
    return true;
  };

  const schedule = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      running = audit()
        .then(() => undefined, onFault)
        .finally(schedule);
    }, everyMs);
  };

  return {
    audit,
    start: schedule,
    /** What the last audit found, whoever ran it. */
    async counts(): Promise<InvariantCounts> {
      const { rows } = await sql<InvariantCounts>`
        select audited_at as "auditedAt", nullif(due_at, '-infinity') as "dueAt", violations from invariant_audit`.execute(
        db,
      );
      return rows[0] ?? { auditedAt: null, dueAt: null, violations: {} };
    },
    async close(): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
export type Auditor = ReturnType<typeof auditor>;
