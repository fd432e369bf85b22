import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const keptLogs = 3;

/** Path of the log of `name`; what the last start left moves to `.1`, that one to `.2`, and the oldest is dropped. */
export function freshLog(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  for (let age = keptLogs; age >= 1; age -= 1) {
    const younger = age === 1 ? path : `${path}.${age - 1}`;
    if (existsSync(younger)) renameSync(younger, `${path}.${age}`);
  }
  return path;
}

/** The last lines of a log as a person reads them: of structured lines the message and the error, and no stack traces. */
export function lastLines(path: string, count: number): string[] {
  return tail(path)
    .split('\n')
    .filter((line) => line.trim() !== '' && !isTrace(line))
    .slice(-count)
    .map(readable);
}

const tailBytes = 16_384;

function tail(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Of a crash, what it was matters here; where it was stands in the file. */
const isTrace = (line: string): boolean => /^\s+at |^\s*[\^~]+$|^Node\.js v|^node:internal/.test(line);

function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter((part) => part !== undefined).join(': ') || line;
  } catch {
    return line;
  }
}
