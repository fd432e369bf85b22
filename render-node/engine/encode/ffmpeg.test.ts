import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardInputs, runFfmpeg, startFfmpeg } from './ffmpeg.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ffmpeg-test-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const gray = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', '16x16', '-r', '30'];

const failureOf = async (run: Promise<unknown>): Promise<JobFailureError['failure']> => {
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof JobFailureError) return error.failure;
  throw new Error('expected a JobFailureError', { cause: error });
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('every input is limited to files and pipes', () => {
  expect(guardInputs(['-f', 'mov', '-i', 'a.mp4', '-i', 'b.flac', 'out.mp4'])).toEqual(
    ['-f', 'mov', '-protocol_whitelist', 'file,pipe', '-i', 'a.mp4', '-protocol_whitelist', 'file,pipe'].concat([
      '-i',
      'b.flac',
      'out.mp4',
    ]),
  );
});

test('a playlist that names an address is not followed', async () => {
  const failure = await failureOf(
    runFfmpeg(['-f', 'hls', '-i', 'http://127.0.0.1:9/list.m3u8', '-f', 'null', '-'], { signal: never }),
  );
  expect(failure.diagnostics).toMatch(/not on whitelist/);
});

test('input on stdin reaches the encoder and progress counts the frames that came out', async () => {
  const seen: number[] = [];
  const out = join(folder, 'out.nut');
  await runFfmpeg([...gray, '-i', 'pipe:0', '-c:v', 'ffv1', out], {
    signal: never,
    stdin: Readable.from(Array.from({ length: 40 }, (_, i) => Buffer.alloc(256, i))),
    onProgress: (progress) => seen.push(progress.frameCount),
  });
  expect(seen.at(-1)).toBe(40);
  expect((await stat(out)).size).toBeGreaterThan(0);
});

test('a failure blames the engine and carries the last lines of stderr', async () => {
  const failure = await failureOf(runFfmpeg(['-i', join(folder, 'absent.mp4'), '-f', 'null', '-'], { signal: never }));
  expect(failure).toMatchObject({ blame: 'engine', code: 'FFMPEG_FAILED', stage: 'encode' });
  expect(failure.diagnostics).toMatch(/No such file/);
});

test('B2: a stopped ffmpeg is noticed by the stall watch and killed', async () => {
  const ffmpeg = startFfmpeg([...gray, '-i', 'pipe:0', '-f', 'null', '-'], { signal: never, stallSeconds: 0.3 });
  ffmpeg.stdin.write(Buffer.alloc(256));
  process.kill(ffmpeg.pid, 'SIGSTOP');
  expect(await failureOf(ffmpeg.exited)).toMatchObject({ blame: 'node', code: 'FFMPEG_STALLED', retryable: true });
  expect(isAlive(ffmpeg.pid)).toBe(false);
});

test('an abort ends the process and rejects with the reason of the signal', async () => {
  const controller = new AbortController();
  const ffmpeg = startFfmpeg([...gray, '-i', 'pipe:0', '-f', 'null', '-'], { signal: controller.signal });
  controller.abort(new Error('lease lost'));
  await expect(ffmpeg.exited).rejects.toThrow('lease lost');
  expect(isAlive(ffmpeg.pid)).toBe(false);
});

test('a crash is told apart from a clean refusal', async () => {
  const ffmpeg = startFfmpeg([...gray, '-i', 'pipe:0', '-f', 'null', '-'], { signal: never });
  process.kill(ffmpeg.pid, 'SIGSEGV');
  expect(await failureOf(ffmpeg.exited)).toMatchObject({ blame: 'engine', code: 'FFMPEG_CRASHED' });
});

test('B1: kill -9 of the process that runs ffmpeg leaves no ffmpeg', async () => {
  const script = `
    import { startFfmpeg } from ${JSON.stringify(new URL('./ffmpeg.ts', import.meta.url).href)};
    const endless = ['-re', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'null', '-'];
    const ffmpeg = startFfmpeg(endless, { signal: new AbortController().signal });
    process.stdout.write(String(ffmpeg.pid));
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(text.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  // `tail --pid` returns when the process is gone: an event to wait for, not a pause.
  execFileSync('tail', [`--pid=${pid}`, '-s', '0.02', '-f', '/dev/null'], { timeout: 10_000 });
  expect(isAlive(pid)).toBe(false);
});
