import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

export const inRepository = (...parts: string[]): string => path.join(repositoryRoot, ...parts);

export const textOf = (file: string): string => readFileSync(inRepository(file), 'utf8');

/** `NAME=value` lines of an env file; comments and empty lines are skipped. */
export const envFileOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
