import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshLog, lastLines } from './log-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelyard-logs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('keeps the logs of the three starts before this one', () => {
  for (const content of ['first', 'second', 'third', 'fourth', 'fifth'])
    writeFileSync(freshLog(folder, 'node'), content);
  freshLog(folder, 'node');
  const kept = [1, 2, 3].map((age) => readFileSync(join(folder, `node.log.${age}`), 'utf8'));
  expect(kept).toEqual(['fifth', 'fourth', 'third']);
  expect(existsSync(join(folder, 'node.log'))).toBe(false);
  expect(existsSync(join(folder, 'node.log.4'))).toBe(false);
});

it('reads the last lines as a person would: of structured ones the message and its error', () => {
  const log = join(folder, 'mixed.log');
  const structured = JSON.stringify({ level: 60, msg: 'cannot start', err: { message: 'no room' } });
  writeFileSync(log, `${'x'.repeat(100_000)}\nplain\n\n${structured}\n{broken\n`);
  expect(lastLines(log, 3)).toEqual(['plain', 'cannot start: no room', '{broken']);
  expect(lastLines(join(folder, 'none.log'), 3)).toEqual([]);
});
