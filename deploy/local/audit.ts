#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { openFarmDatabase } from './audit/farm-database.ts';
import { type Audited, runAudit } from './audit/run-audit.ts';
import { ownEnvironment, readLauncherConfig } from './config.ts';
import { bold, dim, green, red, say, sayFailure, terminalColumns, wrapped } from './terminal.ts';

const violationsFound = 1;
const couldNotRun = 2;

const nameWidth = 42;

function sayInvariant({ name, meaning, violations, offenders }: Audited): void {
  const mark = violations === 0 ? green('✓') : red('✗');
  const count = violations === 0 ? dim('0'.padStart(6)) : red(String(violations).padStart(6));
  const indent = nameWidth + 12;
  const lines = wrapped(meaning, Math.max(30, terminalColumns() - indent));
  say(`  ${mark} ${name.padEnd(nameWidth)}${count}  ${lines.join(`\n${' '.repeat(indent)}`)}`);
  for (const { id, detail } of offenders) say(`      ${red(id)}  ${detail}`);
  if (violations > offenders.length && offenders.length > 0)
    say(dim(`      and ${violations - offenders.length} more`));
}

/** Exit codes: 0 nothing is wrong, 1 something is, 2 the audit could not run. */
try {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  await using database = await openFarmDatabase(readLauncherConfig(ownEnvironment()));
  const { takenAt, invariants } = await runAudit(database.url);
  const broken = invariants.filter(({ violations }) => violations > 0);
  if (values.json) say(JSON.stringify({ takenAt, invariants }));
  else {
    say(bold(`Audit of ${database.what}, at ${takenAt.toISOString()}`));
    for (const invariant of invariants) sayInvariant(invariant);
    say();
    say(
      broken.length === 0
        ? `${green('✓')} All ${invariants.length} invariants hold.`
        : `${red('✗')} ${broken.length} of ${invariants.length} invariants are violated. What to do: deploy/runbook.md`,
    );
  }
  process.exitCode = broken.length === 0 ? 0 : violationsFound;
} catch (error) {
  sayFailure(error);
  process.exitCode = couldNotRun;
}
