import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputVideoTrack } from 'mediabunny';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Encoder } from './encode/encoder.ts';
import { ffmpegSink } from './encode/encoder-sink.ts';
import { libvpxVp9 } from './encode/encoders/libvpx-vp9.ts';
import { libx264 } from './encode/encoders/libx264.ts';
import { runFfmpeg } from './encode/ffmpeg.ts';
import { chunkArgs } from './encode/ffmpeg-args.ts';
import { rungFor } from './encode/ladder.ts';
import { videoFacts } from './encode/parameter-sets.ts';
import { type Mezzanine, type MezzanineRequest, renderMezzanine } from './render-mezzanine.ts';
import { type FramePool, openFramePool } from './scene/frame-pool.ts';
import { barcodeScene, readBarcode } from './test/barcode-scene.ts';

const widthPx = 320;
const heightPx = 180;
const never = new AbortController().signal;

let pool: FramePool;
let folder: string;
beforeAll(async () => {
  pool = await openFramePool(2);
});
afterAll(async () => await pool.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mezzanine-test-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const render = async (changes: Partial<MezzanineRequest> & { frameCount?: number }): Promise<Mezzanine> =>
  await renderMezzanine(pool, {
    scene: barcodeScene({ widthPx, heightPx, fps: 30, frameCount: changes.frameCount ?? 150 }),
    encoder: libx264,
    folderPath: folder,
    stallSeconds: 10,
    reserve: async () => await Promise.resolve({ [Symbol.dispose]: () => {} }),
    onStarted: () => {},
    onAcknowledged: () => {},
    signal: never,
    ...changes,
  });

const decodedNumbers = async (videoPath: string): Promise<number[]> => {
  const rawPath = join(folder, 'decoded.gray');
  await runFfmpeg(['-i', videoPath, '-f', 'rawvideo', '-pix_fmt', 'gray', rawPath], { signal: never });
  const raw = await readFile(rawPath);
  const size = widthPx * heightPx;
  return Array.from({ length: raw.length / size }, (_, i) =>
    readBarcode(raw.subarray(i * size, (i + 1) * size), widthPx, heightPx),
  );
};

const withTrack = async <T>(path: string, read: (track: InputVideoTrack) => Promise<T>): Promise<T> => {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no video track');
  return await read(track);
};

const timestamps = async (path: string): Promise<number[]> =>
  await withTrack(path, async (track) => {
    const times: number[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
    return times.sort((a, b) => a - b);
  });

test.each<Encoder>([libx264, libvpxVp9])(
  'the file of $name holds every frame once, in order, over chunk borders',
  async (encoder) => {
    const mezzanine = await render({ encoder });
    expect(mezzanine).toMatchObject({ frameCount: 150, durationSeconds: 5 });
    expect(await decodedNumbers(mezzanine.videoPath)).toEqual(Array.from({ length: 150 }, (_, i) => i));
    const times = await timestamps(mezzanine.videoPath);
    // webm keeps whole milliseconds; mp4 is exact to a tick of 1/90000 s.
    for (const [i, time] of times.entries()) expect(time).toBeCloseTo(i / 30, encoder.codec === 'vp9' ? 2.9 : 6);
  },
);

test('the file is tagged BT.709 limited range and has its index in front', async () => {
  const { videoPath } = await render({});
  const bytes = await readFile(videoPath);
  expect(bytes.indexOf('moov')).toBeGreaterThan(0);
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  const color = await withTrack(videoPath, async (track) => await track.getColorSpace());
  expect(color).toEqual({ primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false });
});

test('a scene of one frame is a file of one frame', async () => {
  const { videoPath } = await render({ frameCount: 1 });
  expect(await decodedNumbers(videoPath)).toEqual([0]);
});

test('colours survive the way through conversion, encoder and decoder', async () => {
  const { videoPath } = await render({ frameCount: 2 });
  const rawPath = join(folder, 'decoded.rgb');
  await runFfmpeg(['-i', videoPath, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', rawPath], {
    signal: never,
  });
  const raw = await readFile(rawPath);
  const [red = 0, green = 0, blue = 0] = raw.subarray((heightPx / 2) * widthPx * 3 + 300);
  expect(Math.abs(red - 0x10)).toBeLessThan(6);
  expect(Math.abs(green - 0x40)).toBeLessThan(6);
  expect(Math.abs(blue - 0xc0)).toBeLessThan(6);
});

test('chunks made by one encoder at different times have equal parameter sets; another rung has others', async () => {
  const hashOf = async (name: string, width: number, frames: number): Promise<string> => {
    const path = join(folder, name);
    const sink = ffmpegSink(chunkArgs(libx264, rungFor(width, heightPx, 30, 'h264'), path), {
      signal: never,
      onAcknowledged: () => {},
    });
    for (let i = 0; i < frames; i += 1) await sink.write(new Uint8Array((width * heightPx * 3) / 2).fill(i * 5));
    await sink.finish();
    return (await videoFacts(path)).parameterSetsHash;
  };
  const first = await hashOf('a.mp4', widthPx, 30);
  expect(await hashOf('b.mp4', widthPx, 4)).toBe(first);
  expect(await hashOf('c.mp4', widthPx + 16, 4)).not.toBe(first);
});

test('progress counts frames that the encoder gave back, never falls and ends at the whole scene', async () => {
  const seen: number[] = [];
  let startedAt = -1;
  await render({
    onAcknowledged: (count) => seen.push(count),
    onStarted: () => {
      startedAt = seen.length;
    },
  });
  expect(startedAt).toBeGreaterThanOrEqual(0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(150);
});

test('nothing but the video and its poster is left in the folder', async () => {
  const { posterPath } = await render({});
  expect((await readdir(folder)).sort()).toEqual(['mezzanine.mp4', 'poster.jpg']);
  expect((await readFile(posterPath)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
});

/** Children of this process and of its threads. */
const childrenOf = async (pid: number): Promise<string[]> => {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    threads.map(async (thread) => await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ')).filter((child) => child !== '');
};

test('an abort in the middle leaves no process and the pool draws on', async () => {
  const controller = new AbortController();
  const before = await childrenOf(process.pid);
  const cut = render({
    frameCount: 600,
    signal: controller.signal,
    onStarted: () => controller.abort(new Error('lease lost')),
  });
  await expect(cut).rejects.toThrow('lease lost');
  expect(await childrenOf(process.pid)).toEqual(before);
  expect((await render({ frameCount: 60 })).frameCount).toBe(60);
});

test('a scene that Skottie cannot read fails as the engine’s fault in words for people', async () => {
  const scene = { ...barcodeScene({ widthPx, heightPx, fps: 30, frameCount: 10 }), lottieJson: '{"not": "a scene"' };
  await expect(render({ scene })).rejects.toMatchObject({
    failure: { blame: 'engine', retryable: false, code: 'SCENE_UNREADABLE' },
  });
});

test('a fault inside a worker is the engine’s and the pool draws on', async () => {
  const odd = barcodeScene({ widthPx: 321, heightPx, fps: 30, frameCount: 10 });
  await expect(render({ scene: odd })).rejects.toMatchObject({ failure: { blame: 'engine', code: 'RENDER_FAULT' } });
  expect((await render({ frameCount: 2 })).frameCount).toBe(2);
});

test('B2: a stopped encoder in the middle of a scene is noticed, and the others are ended with it', async () => {
  const before = await childrenOf(process.pid);
  // Stopped before it has become ffmpeg, it would hold up the thread that starts it, and not the encoder but that would hang.
  const stopOne = async (): Promise<void> => {
    const encoder = await vi.waitUntil(
      async () => {
        for (const child of await childrenOf(process.pid)) {
          if (!before.includes(child) && (await readFile(`/proc/${child}/comm`, 'utf8')) === 'ffmpeg\n') return child;
        }
        return undefined;
      },
      { interval: 2 },
    );
    process.kill(Number(encoder), 'SIGSTOP');
  };
  await expect(render({ frameCount: 900, stallSeconds: 0.5, onStarted: () => void stopOne() })).rejects.toMatchObject({
    failure: { blame: 'node', code: 'FFMPEG_STALLED' },
  });
  expect(await childrenOf(process.pid)).toEqual(before);
});

test('an encoder that is not there fails with the last lines of ffmpeg', async () => {
  const absent: Encoder = { ...libx264, name: 'absent', options: () => ({ 'c:v': 'absent' }) };
  await expect(render({ encoder: absent })).rejects.toMatchObject({
    failure: { blame: 'engine', stage: 'encode', diagnostics: expect.stringContaining('Unknown encoder') as string },
  });
});
