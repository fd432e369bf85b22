#!/usr/bin/env node
import { ownEnvironment, readLauncherConfig } from './config.ts';
import { checkBrowsers } from './doctor/browsers.ts';
import { checkDatabase } from './doctor/database.ts';
import type { Finding } from './doctor/finding.ts';
import { checkCores, checkGpu, checkMemory, checkNode, checkPort, checkStorage } from './doctor/machine.ts';
import { checkEncoders, checkFonts, checkMusic, checkVoices } from './doctor/media.ts';
import { checkObjectStorage } from './doctor/object-storage.ts';
import { launcherSettings, processSettings, type Setting } from './doctor/settings.ts';
import { bold, dim, green, red, say, sayFailure, terminalColumns, wrapped, yellow } from './terminal.ts';

const marks = { good: green('✓'), limited: yellow('!'), broken: red('✗') } as const;
const partWidth = 21;

/** `text` in a column of its own that begins after `indent` characters. */
function column(text: string, indent: number): string {
  return wrapped(text, Math.max(30, terminalColumns() - indent)).join(`\n${' '.repeat(indent)}`);
}

function sayFinding({ verdict, part, what, hint }: Finding): void {
  const indent = partWidth + 4;
  say(`  ${marks[verdict]} ${part.padEnd(partWidth)}${column(what, indent)}`);
  if (hint !== undefined) say(`${' '.repeat(indent)}${yellow('→')} ${column(hint, indent + 2)}`);
}

function saySettings(title: string, settings: readonly Setting[]): void {
  if (settings.length === 0) return;
  say();
  say(bold(title));
  const nameWidth = Math.max(...settings.map(({ name }) => name.length)) + 2;
  const valueWidth = Math.max(...settings.map(({ value }) => value.length)) + 2;
  for (const { name, value, isDefault, why } of settings) {
    const shown = value.padEnd(valueWidth);
    say(
      `  ${name.padEnd(nameWidth)}${isDefault ? dim(shown) : bold(shown)}${value.length >= valueWidth ? ' ' : ''}${why}`,
    );
  }
}

try {
  const environment = ownEnvironment();
  const config = readLauncherConfig(environment);
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
  await look(checkBrowsers(environment));
  await look(checkDatabase(config));
  await look(checkStorage(config));
  await look(checkObjectStorage(config));
  await look(checkPort(config));
  await look(checkFonts());
  await look(checkMusic());
  await look(checkVoices());

  saySettings('Settings of the local farm', launcherSettings(environment));
  saySettings(
    'Settings passed on to the control plane',
    processSettings('@reelyard/control-plane/config.ts', environment),
  );
  saySettings('Settings passed on to render nodes', processSettings('@reelyard/render-node/config.ts', environment));
  saySettings('Settings passed on to capture nodes', processSettings('@reelyard/capture-node/config.ts', environment));
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
