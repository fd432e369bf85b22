import { sql } from 'kysely';
import type { Database } from './connection.ts';

export interface InvariantCounts {
  /** Null until the first audit has ended. */
  readonly auditedAt: Date | null;
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

/** Takes the turn: the others find that it is taken. A turn whose taker died passes with the next interval. */
const claimTurn = async (db: Database, everyMs: number): Promise<boolean> => {
  const { rows } = await sql`
    update invariant_audit set claimed_at = now()
     where claimed_at < now() - make_interval(secs => ${(everyMs / 1_000) * 0.9}) returning is_only`.execute(db);
  return rows.length > 0;
};

const askInvariants = (db: Database) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // The views read whole tables; what waits for a request is bounded much closer.
      await sql`set local statement_timeout = '10min'`.execute(trx);
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
    if (!(await claimTurn(db, everyMs))) return false;
    const found = await askInvariants(db);
    const violations = Object.fromEntries(found.map((each) => [each.name, each.violations]));
    await sql`update invariant_audit set audited_at = now(), violations = ${JSON.stringify(violations)}::jsonb`.execute(
      db,
    );
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
        select audited_at as "auditedAt", violations from invariant_audit`.execute(db);
      return rows[0] ?? { auditedAt: null, violations: {} };
    },
    async close(): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
export type Auditor = ReturnType<typeof auditor>;
