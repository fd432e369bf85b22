import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FailureStage, JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { engineConfig } from '../config.ts';
import { followingParent } from '../following-parent.ts';
import { ffmpegFailure } from './ffmpeg-failure.ts';
import { type FfmpegProgress, progressReader } from './ffmpeg-progress.ts';

/** No progress for this long = stalled. The slowest frame seen (4K VP9 on a busy core) took about a second. */
const defaultStallSeconds = 30;
/** A stopped or wedged process ignores TERM; KILL follows. Nothing it could still write is of use. */
const killAfterMs = 1_000;
const keptStderrChars = 65_536;

export interface FfmpegOptions {
  /** Ends the process; the returned promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Where in the pipeline a failure counts; `encode` where absent. */
  readonly stage?: FailureStage;
  /** Neither a frame, nor output, nor accepted input for this long ends the process; 30 where absent. */
  readonly stallSeconds?: number;
  readonly onProgress?: (progress: FfmpegProgress) => void;
  readonly cwd?: string;
  /** `info` where a filter's report (loudnorm, ebur128) is read from stderr; `warning` where absent. */
  readonly logLevel?: 'warning' | 'info';
}

/** A running ffmpeg that takes its input on stdin. */
export interface FfmpegProcess {
  readonly pid: number;
  readonly stdin: Writable;
  /** Tells the stall watch that ffmpeg took input. */
  touch(): void;
  /** Resolves at exit code 0 with the last 64 KB of stderr; otherwise rejects with a JobFailureError or the abort reason. */
  readonly exited: Promise<{ stderr: string }>;
}

/** The ffmpeg executable in use. Throws a JobFailureError that blames the node where there is none. */
export const ffmpegPath = (): string => {
  const path = engineConfig().ffmpegPath;
  if (path !== null) return path;
  throw new JobFailureError({
    blame: 'node',
    retryable: true,
    stage: 'encode',
    code: 'FFMPEG_MISSING',
    message: 'This node has no ffmpeg.',
  });
};

/**
 * E6: every input may be reached by file or pipe only, so no playlist or container can make ffmpeg open an address.
 * The option belongs to the input that follows it, hence once per `-i`.
 */
export const guardInputs = (args: readonly string[]): string[] =>
  args.flatMap((argument) => (argument === '-i' ? ['-protocol_whitelist', 'file,pipe', '-i'] : [argument]));

const command = (args: readonly string[], logLevel: string): { file: string; argv: string[] } => {
  const ffmpeg = ffmpegPath();
  const head = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', logLevel, '-y'];
  const argv = [...head, '-progress', 'pipe:1', '-stats_period', '0.2', ...guardInputs(args)];
  const [file = ffmpeg, ...rest] = followingParent([ffmpeg, ...argv]);
  return { file, argv: rest };
};

const terminate = (child: ChildProcess): void => {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  child.once('close', () => clearTimeout(timer));
};

const outcome = (
  child: ChildProcess,
  options: FfmpegOptions,
  endedByUs: () => unknown,
  stderr: () => string,
): Promise<{ stderr: string }> =>
  new Promise((resolve, reject) => {
    const stage = options.stage ?? 'encode';
    child.once('error', (cause) => {
      if (child.pid === undefined) reject(ffmpegFailure({ kind: 'unstartable', stage, stderr: '' }, cause));
    });
    child.once('close', (code, killedBy) => {
      const reason = endedByUs();
      if (reason === 'stalled') reject(ffmpegFailure({ kind: 'stalled', stage, stderr: stderr() }));
      else if (code === 0 && !options.signal.aborted) resolve({ stderr: stderr() });
      else if (options.signal.aborted) reject(options.signal.reason);
      else reject(ffmpegFailure({ kind: 'exited', stage, code, killedBy, stderr: stderr() }));
    });
  });

/**
 * Starts ffmpeg under supervision: it is ended (TERM, then KILL) when the signal aborts or when nothing moves for
 * `stallSeconds`, it dies with the thread that started it, and it sees none of the node's secrets.
 * `args` hold inputs and outputs only; text of a user never belongs into them.
 */
export const startFfmpeg = (args: readonly string[], options: FfmpegOptions): FfmpegProcess => {
  options.signal.throwIfAborted();
  const { file, argv } = command(args, options.logLevel ?? 'warning');
  const child = spawn(file, argv, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C in a terminal must reach the node, which drains, and not cut off a file that grows.
    detached: true,
    env: engineConfig().childEnvironment,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });

  let stderr = '';
  let endedByUs: 'stalled' | 'aborted' | undefined;
  let movedAtMs = performance.now();
  const touch = (): void => {
    movedAtMs = performance.now();
  };
  const end = (why: 'stalled' | 'aborted'): void => {
    if (endedByUs !== undefined) return;
    endedByUs = why;
    terminate(child);
  };

  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptStderrChars);
  });
  child.stdout.setEncoding('utf8').on(
    'data',
    progressReader((progress, advanced) => {
      if (advanced) touch();
      options.onProgress?.(progress);
    }),
  );
  // A closed pipe shows as the exit of the process, which says why; the stream's own EPIPE says nothing more.
  child.stdin.on('error', () => {});

  const stallMs = (options.stallSeconds ?? defaultStallSeconds) * 1_000;
  const watch = setInterval(
    () => {
      if (performance.now() - movedAtMs >= stallMs) end('stalled');
    },
    Math.max(20, stallMs / 10),
  );
  const onAbort = (): void => end('aborted');
  options.signal.addEventListener('abort', onAbort, { once: true });

  const exited = outcome(
    child,
    options,
    () => endedByUs,
    () => stderr,
  ).finally(() => {
    clearInterval(watch);
    options.signal.removeEventListener('abort', onAbort);
  });
  // The caller may await it only after its last write: an early exit must not count as unhandled meanwhile.
  exited.catch(() => {});
  return { pid: child.pid ?? 0, stdin: child.stdin, touch, exited };
};

/**
 * Runs ffmpeg to its end. Resolves with the last 64 KB of stderr. Throws the signal's reason when aborted, else a
 * JobFailureError whose diagnostics are the last lines of stderr.
 */
export const runFfmpeg = async (
  args: readonly string[],
  options: FfmpegOptions & { readonly stdin?: Readable },
): Promise<{ stderr: string }> => {
  const ffmpeg = startFfmpeg(args, options);
  if (options.stdin === undefined) {
    ffmpeg.stdin.end();
    return await ffmpeg.exited;
  }
  const fed = pipeline(
    options.stdin.on('data', () => ffmpeg.touch()),
    ffmpeg.stdin,
  );
  const [end, feed] = await Promise.allSettled([ffmpeg.exited, fed]);
  if (end.status === 'rejected') throw end.reason;
  // ffmpeg may end well before its input does (-frames:v 1): only the source's own errors count.
  if (feed.status === 'rejected' && options.stdin.errored && options.stdin.errored === feed.reason) throw feed.reason;
  return end.value;
};
