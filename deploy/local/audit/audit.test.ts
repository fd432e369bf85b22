import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { migrate } from '@reelyard/control-plane/database/migrate.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../postgres.ts';

const script = fileURLToPath(new URL('../audit.ts', import.meta.url));

/** The command as a person runs it. */
const audit = async (environment: Record<string, string>, ...args: string[]) => {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...environment },
  });
  const [output, problems, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { code, output, problems };
};

let folder: string;
let postgres: EmbeddedPostgres;
const query = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reelyard-audit-test-'));
  postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  await migrate(postgres.url);
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run audit', () => {
  it('finds the database of the farm that runs, says what every invariant means, and ends with 0', async () => {
    const { code, output } = await audit({ FARM_DATA: folder });
    expect(output).toMatch(/i01_balance_is_not_the_sum_of_its_ledger +0 +Every balance is the sum/);
    expect(output).toContain('All 27 invariants hold');
    expect(code).toBe(0);
  });

  it('names what violates an invariant and ends with 1, for people and for programs', async () => {
    await query(`insert into account (id, name, plan) values ('acc_wrong', 'A', 'free');
                 insert into credit_account (account_id, plan_available) values ('acc_wrong', 7)`);
    const told = await audit({ DATABASE_URL: postgres.url });
    expect(told.output).toMatch(/acc_wrong {2}balance 7\+0/);
    expect(told.output).toContain('1 of 27 invariants are violated');
    expect(told.code).toBe(1);
    expect(told.output).not.toContain(new URL(postgres.url).password);
    const { code, output } = await audit({ DATABASE_URL: postgres.url }, '--json');
    const { invariants } = JSON.parse(output) as { invariants: { violations: number; offenders: { id: string }[] }[] };
    expect(invariants.filter(({ violations }) => violations > 0).map(({ offenders }) => offenders[0]?.id)).toEqual([
      'acc_wrong',
    ]);
    expect(code).toBe(1);
  });

  it.each([
    ['there is no farm', () => ({ FARM_DATA: join(folder, 'nothing') }), 'there is no farm'],
    ['the database is another one', () => ({ DATABASE_URL: postgres.url.replace(/farm$/, 'postgres') }), 'inv'],
    ['nobody answers', () => ({ DATABASE_URL: 'postgres://farm:x@127.0.0.1:1/farm' }), 'ECONNREFUSED'],
    ['a setting is none', () => ({ DATABASE_URL: 'nonsense' }), 'DATABASE_URL'],
  ])('ends with 2 where %s', async (_why, environment, expected) => {
    const { code, problems } = await audit(environment());
    expect(problems).toContain(expected);
    expect(code).toBe(2);
  });

  it('opens the data of a farm that does not run, and leaves them closed', async () => {
    await postgres.stop();
    expect((await audit({ FARM_DATA: folder })).code).toBe(1);
    postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  });
});
