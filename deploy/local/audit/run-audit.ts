import pg from 'pg';

/** One invariant as it was found. */
export interface Audited {
  /** Of the view: i01_… */
  readonly name: string;
  readonly meaning: string;
  readonly violations: number;
  /** Five at most. */
  readonly offenders: readonly { readonly id: string; readonly detail: string }[];
}

export interface Audit {
  readonly takenAt: Date;
  readonly invariants: readonly Audited[];
}

/**
 * Asks every invariant over one snapshot of the database, which is read and not written. Throws where the database
 * cannot be reached or has no invariants.
 */
export async function runAudit(databaseUrl: string): Promise<Audit> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'audit',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<Omit<Audited, 'violations'> & { violations: string; taken_at: Date }>(
      'select now() as taken_at, name, meaning, violations, offenders from inv.run()',
    );
    await client.query('commit');
    const takenAt = rows[0]?.taken_at;
    if (takenAt === undefined) throw new Error('the database has no invariants');
    const invariants = rows.map(({ name, meaning, violations, offenders }) => ({
      name,
      meaning,
      violations: Number(violations),
      offenders,
    }));
    return { takenAt, invariants };
  } finally {
    await client.end();
  }
}
