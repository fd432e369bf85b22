#!/usr/bin/env node
import { readLauncherConfig } from './config.ts';
import { checkDatabase } from './doctor/database.ts';
import type { Finding } from './doctor/finding.ts';
import { checkCores, checkGpu, checkMemory, checkNode, checkPort, checkStorage } from './doctor/machine.ts';
import { checkEncoders, checkFonts, checkMusic, checkVoices } from './doctor/media.ts';
import { launcherSettings, processSettings, type Setting } from './doctor/settings.ts';
import { bold, dim, green, red, say, sayFailure, yellow } from './terminal.ts';

const marks = { good: green('✓'), limited: yellow('!'), broken: red('✗') } as const;
const partWidth = 21;

function sayFinding({ verdict, part, what, hint }: Finding): void {
  say(`  ${marks[verdict]} ${part.padEnd(partWidth)}${what}`);
  if (hint !== undefined) say(`    ${' '.repeat(partWidth)}${yellow('→')} ${hint}`);
}

function saySettings(title: string, settings: readonly Setting[]): void {
  if (settings.length === 0) return;
  say();
  say(bold(title));
  const nameWidth = Math.max(...settings.map(({ name }) => name.length)) + 2;
  const valueWidth = Math.min(32, Math.max(...settings.map(({ value }) => value.length)) + 2);
  for (const { name, value, isDefault, why } of settings) {
    const shown = value.padEnd(valueWidth);
    say(
      `  ${name.padEnd(nameWidth)}${isDefault ? dim(shown) : bold(shown)}${value.length >= valueWidth ? ' ' : ''}${why}`,
    );
  }
}

try {
  const config = readLauncherConfig(process.env);
  say(bold('What this machine can do'));
  const findings: Finding[] = [];
  const look = async (found: Finding | Finding[] | Promise<Finding | Finding[]>) => {
    for (const finding of [await found].flat()) {
      findings.push(finding);
      sayFinding(finding);
    }
  };
  await look(checkNode());
  await look(checkCores(config));
  await look(checkMemory(config));
  await look(checkGpu());
  await look(checkEncoders());
  await look(checkDatabase(config));
  await look(checkStorage(config));
  await look(checkPort(config));
  await look(checkFonts());
  await look(checkMusic());
  await look(checkVoices());

  saySettings('Settings of the local farm', launcherSettings(process.env));
  saySettings(
    'Settings passed on to the control plane',
    processSettings('@reelyard/control-plane/config.ts', process.env),
  );
  saySettings('Settings passed on to render nodes', processSettings('@reelyard/render-node/config.ts', process.env));
  say(dim('  Bold: set in this environment. Dim: the default.'));

  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length;
  say();
  if (count('broken') > 0)
    say(`${marks.broken} The farm could not run here: ${count('broken')} of ${findings.length} checks failed.`);
  else if (count('limited') > 0)
    say(
      `${marks.limited} The farm runs here, with ${count('limited')} limit${count('limited') === 1 ? '' : 's'} (see →).`,
    );
  else say(`${marks.good} The farm runs here.`);
  process.exitCode = count('broken') > 0 ? 1 : 0;
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
}
