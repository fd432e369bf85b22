#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { styleText } from 'node:util';

/** What `npm run check` asks of the code without running it; every check runs, every complaint is shown. */
const checks: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: 'types', command: ['tsc', '--noEmit', '--pretty', '-p', '.'] },
  // A program of its own: it has the browser's types and JSX, which the farm's processes must not see.
  { name: 'types of the console', command: ['tsc', '--noEmit', '--pretty', '-p', 'dashboards/console'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '-c', '.ci/oxlintrc.json'] },
  { name: 'format', command: ['biome', 'check', '--config-path', '.ci/format.json'] },
];

function run([file, ...args]: readonly [string, ...string[]]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ passed: false, output: error.message }));
    child.once('close', (code) => resolve({ passed: code === 0, output }));
  });
}

let failedCount = 0;
for (const { name, command } of checks) {
  const startedAtMs = performance.now();
  const { passed, output } = await run(command);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const mark = passed ? styleText('green', '✓') : styleText('red', '✗');
  process.stdout.write(`${mark} ${name} ${styleText('dim', `${seconds} s`)}\n`);
  if (passed) continue;
  failedCount += 1;
  process.stdout.write(`${output.trimEnd()}\n\n`);
}
process.exitCode = failedCount === 0 ? 0 : 1;
