import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { FarmEvent } from './farm.ts';

// A reader that went away (`… | head`) is no reason to stop a farm.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Writes lines for people. Colours are left out where the output is no terminal or NO_COLOR is set (styleText's rule). */
export const say = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

export const bold = (text: string): string => styleText('bold', text);
export const dim = (text: string): string => styleText('dim', text);
export const green = (text: string): string => styleText('green', text);
export const red = (text: string): string => styleText('red', text);
export const yellow = (text: string): string => styleText('yellow', text);

export const seconds = (ms: number): string => {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A path as short as it can be from where the person is. */
export const shown = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near === '' || near.startsWith('..') ? path : `./${near}`;
};

/** One line for each thing that happens to the farm's processes and that somebody at the terminal wants to know. */
export function sayEvent(event: FarmEvent): void {
  if (event.kind === 'died') {
    say(
      `${yellow('!')} ${event.name} ended unexpectedly (${event.reason}); starting it again in ${seconds(event.restartInMs)}. ` +
        `Log: ${shown(event.logFile)}`,
    );
  }
  if (event.kind === 'stopping') say(dim(`  stopping the ${event.what}`));
}

/** Tells why a command failed: message, then the causes behind it. */
export function sayFailure(error: unknown): void {
  const lines: string[] = [];
  for (let at: unknown = error; at instanceof Error && lines.length < 5; at = at.cause) lines.push(at.message);
  const [first = String(error), ...causes] = lines;
  process.stderr.write(`${red('✗')} ${first}\n${causes.map((cause) => dim(`  because: ${cause}\n`)).join('')}`);
}

/** Breaks `text` at spaces into lines of at most `width` characters; a longer word keeps a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Width of the terminal; where there is none, lines are not broken. */
export const terminalColumns = (): number => (process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY);
