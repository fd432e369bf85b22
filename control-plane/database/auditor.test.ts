import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from '../test/harness.ts';
import { type Auditor, auditor } from './auditor.ts';

let farm: Farm;
let audits: Auditor[];
const violated: string[] = [];
const faults: unknown[] = [];
beforeAll(async () => {
  farm = await startFarm();
  audits = Array.from({ length: 4 }, () =>
    auditor({
      db: farm.db,
      everyMs: 60_000,
      onViolation: ({ invariant }) => void violated.push(invariant),
      onFault: (error) => void faults.push(error),
    }),
  );
});
afterAll(() => farm.close());
afterEach(async () => {
  violated.length = 0;
  expect(faults).toEqual([]);
  await sql`update invariant_audit set due_at = '-infinity'`.execute(farm.db);
});

const auditAtOnce = () => Promise.all(audits.map(({ audit }) => audit()));
const scrape = async (): Promise<string> => (await farm.app.inject({ method: 'GET', url: '/metrics' })).body;

test('of many control planes one audits, and all tell what it found', async () => {
  expect((await auditAtOnce()).filter(Boolean).length).toBe(1);
  expect((await auditAtOnce()).filter(Boolean).length).toBe(0);
  const text = await scrape();
  expect(text.match(/^farm_invariant_violations\{invariant="i\d\d_\w+"\} 0$/gm)?.length).toBe(27);
  expect(text).toMatch(/^farm_invariants_audited_timestamp_seconds \d+/m);
});

test('an audit rests nineteen times as long as it took, and at least its interval', async () => {
  const [first] = audits;
  const restSeconds = async (): Promise<number> => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - audited_at)::float8 as seconds from invariant_audit`.execute(farm.db);
    return rows[0]?.seconds ?? 0;
  };
  expect(await first?.audit()).toBe(true);
  expect(await restSeconds()).toBe(54);
  await sql`create view inv.i99_slow as select 'x' as id, 'y' as detail where pg_sleep(3) is null`.execute(farm.db);
  await sql`update invariant_audit set due_at = '-infinity'`.execute(farm.db);
  const audit = first?.audit();
  // Whoever looks while it runs, however long that takes, starts no second one.
  await expect.poll(restSeconds, { interval: 20 }).toBeGreaterThan(500);
  expect(await audits[1]?.audit()).toBe(false);
  await audit;
  await sql`drop view inv.i99_slow`.execute(farm.db);
  expect(await restSeconds()).toBeGreaterThan(19 * 3);
  expect(await scrape()).toMatch(/^farm_invariants_audit_due_timestamp_seconds \d+/m);
});

test('a violation is told with its name until an audit finds it gone', async () => {
  const account = sql`select id from account limit 1`;
  await sql`update credit_account set plan_held = plan_held + 1 where account_id = (${account})`.execute(farm.db);
  await auditAtOnce();
  expect(violated).toEqual(['i01_balance_is_not_the_sum_of_its_ledger']);
  expect(await scrape()).toMatch(/^farm_invariant_violations\{invariant="i01_\w+"\} 1$/m);
  await sql`update credit_account set plan_held = plan_held - 1 where account_id = (${account})`.execute(farm.db);
  await sql`update invariant_audit set due_at = '-infinity'`.execute(farm.db);
  await auditAtOnce();
  expect(await scrape()).toMatch(/^farm_invariant_violations\{invariant="i01_\w+"\} 0$/m);
});
