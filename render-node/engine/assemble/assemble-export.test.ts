import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectLufs, effectPath, findTrack, loopOf, trackLufs, trackPath } from '@reelyard/shared/media/catalog.ts';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { libvpxVp9 } from '../encode/encoders/libvpx-vp9.ts';
import { libx264 } from '../encode/encoders/libx264.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { type AssembleRequest, assembleExport } from './assemble-export.ts';
import { parseLoudness } from './loudness-report.ts';
import { madeScene, madeShape } from './made-scenes.ts';

const signal = AbortSignal.timeout(120_000);
const silence: AssembleRequest['sound'] = { music: null, voice: null, effects: [] };
const track = findTrack('trk_clear-horizon');
const music = {
  filePath: trackPath('trk_clear-horizon'),
  durationSeconds: track?.durationSeconds ?? 0,
  loop: loopOf('trk_clear-horizon'),
  integratedLufs: trackLufs,
};

/** What ffmpeg says about a file: streams, tags, chapters. */
const described = async (filePath: string): Promise<string> =>
  (await runFfmpeg(['-i', filePath, '-c', 'copy', '-f', 'null', '-'], { signal, logLevel: 'info' })).stderr;

const loudnessOf = async (filePath: string, before = 'anull') => {
  const args = ['-i', filePath, '-af', `${before},ebur128=peak=true:framelog=quiet`, '-f', 'null', '-'];
  return parseLoudness((await runFfmpeg(args, { signal, logLevel: 'info' })).stderr);
};

/** Presentation times of the picture in display order, and where the sound ends. */
const timesOf = async (filePath: string): Promise<{ frames: number[]; soundEndSeconds: number }> => {
  using input = new Input({ source: new FilePathSource(filePath), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const frames: number[] = [];
  if (video) for await (const packet of new EncodedPacketSink(video).packets()) frames.push(packet.timestamp);
  return { frames: frames.toSorted((a, b) => a - b), soundEndSeconds: (await audio?.computeDuration()) ?? 0 };
};

let mezzanines: string;
let scenes: AssembleRequest['scenes'];
let folder: string;

beforeAll(async () => {
  mezzanines = await mkdtemp(join(tmpdir(), 'mezzanines '));
  scenes = [
    await madeScene(mezzanines, 'a', 61, libx264),
    await madeScene(mezzanines, 'b', 37, libx264),
    await madeScene(mezzanines, 'c', 50, libx264),
  ];
});
afterAll(async () => await rm(mezzanines, { recursive: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export '));
});
afterEach(async () => await rm(folder, { recursive: true }));

const requestOf = (changes: Partial<AssembleRequest>): AssembleRequest => ({
  title: 'A video',
  container: 'mp4',
  codec: 'h264',
  ...madeShape,
  scenes,
  sound: silence,
  captions: null,
  encoder: libx264,
  folder,
  onStep: () => {},
  ...changes,
});

/** Noise in the voice's band that speaks from 1.5 to 3 s of 4.9. */
const spokenNoise = async (): Promise<NonNullable<AssembleRequest['sound']['voice']>> => {
  const filePath = join(folder, 'voice.flac');
  const source = 'sine=frequency=6000:sample_rate=48000:duration=1.5,volume=-2dB,adelay=1500,apad=whole_dur=4.933';
  await runFfmpeg(['-f', 'lavfi', '-i', source, filePath], { signal });
  return { filePath, spoken: [{ startSeconds: 1.5, endSeconds: 3 }], integratedLufs: -20 };
};

describe('the picture', () => {
  test('keeps every frame at a constant step over scene borders, BT.709 and with its index in front', async () => {
    const made = await assembleExport(requestOf({}), signal);
    const { frames } = await timesOf(made.videoPath);
    expect(frames).toHaveLength(148);
    for (const [index, time] of frames.entries()) expect(Math.round(time * 90_000)).toBe(index * 3_000);
    expect(made).toMatchObject({ frameCount: 148, reencodedSceneCount: 0, loudness: null });
    expect(await described(made.videoPath)).toMatch(/yuv420p\(tv, bt709/u);
    const bytes = await readFile(made.videoPath, 'latin1');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('a video without music, voice or effects has no sound track and no captions', async () => {
    const made = await assembleExport(requestOf({}), signal);
    expect(await described(made.videoPath)).not.toContain('Audio:');
    expect(made).toMatchObject({ loudness: null, captions: null });
  });

  test('scenes of another encoder are encoded again and the frames still add up', async () => {
    const stranger = await madeScene(mezzanines, 'stranger', 24, libx264, { 'profile:v': 'main', bf: 0 });
    const mixed = [...scenes, stranger];
    expect(new Set(mixed.map((scene) => scene.parameterSetsHash)).size).toBe(2);
    const made = await assembleExport(requestOf({ scenes: mixed }), signal);
    const { frames } = await timesOf(made.videoPath);
    expect(made.reencodedSceneCount).toBe(1);
    expect(frames).toHaveLength(172);
    for (const [index, time] of frames.entries()) expect(Math.round(time * 90_000)).toBe(index * 3_000);
  });

  test('the thumbnail is a JPEG of the first scene', async () => {
    const { thumbnailPath } = await assembleExport(requestOf({}), signal);
    expect(await described(thumbnailPath)).toMatch(/Video: mjpeg.*320x192/u);
  });
});

describe('the sound', () => {
  test('is −14 LUFS with true peaks at −1 dBTP or lower in the finished file, and as long as the picture', async () => {
    const effects = [{ filePath: effectPath('whoosh'), atSeconds: 0.2, momentaryLufs: effectLufs.whoosh }];
    const made = await assembleExport(requestOf({ sound: { music, voice: await spokenNoise(), effects } }), signal);
    const finished = await loudnessOf(made.videoPath);
    expect(finished).toEqual(made.loudness);
    expect(Math.abs((finished.integratedLufs ?? 0) + 14)).toBeLessThanOrEqual(1);
    expect(finished.truePeakDbtp).toBeLessThanOrEqual(-1);
    const { soundEndSeconds } = await timesOf(made.videoPath);
    expect(Math.abs(soundEndSeconds - made.durationSeconds)).toBeLessThanOrEqual(1_024 / 48_000);
  });

  test('music lies at least 6 dB lower under the voice than between lines', async () => {
    const made = await assembleExport(requestOf({ sound: { ...silence, music, voice: await spokenNoise() } }), signal);
    // The voice of this test is a tone at 6 kHz: below 2 kHz only music is left.
    const bed = async (from: number, to: number): Promise<number> => {
      const part = `lowpass=f=1500:p=2,lowpass=f=1500:p=2,atrim=${from}:${to},asetpts=PTS-STARTPTS`;
      return (await loudnessOf(made.videoPath, part)).integratedLufs ?? 0;
    };
    expect((await bed(0.2, 1.2)) - (await bed(1.7, 2.9))).toBeGreaterThanOrEqual(6);
  });

  test('a track goes round without a click where the video is longer', async () => {
    const short = {
      ...music,
      durationSeconds: 30.1,
      loop: { startSeconds: (240 / 112) * 12, endSeconds: (240 / 112) * 14 },
    };
    const long = await madeScene(mezzanines, 'long', 1_020, libx264);
    const made = await assembleExport(requestOf({ scenes: [long], sound: { ...silence, music: short } }), signal);
    const pcmPath = join(folder, 'decoded.f32');
    await runFfmpeg(['-i', made.videoPath, '-ac', '1', '-f', 'f32le', pcmPath], { signal });
    const bytes = await readFile(pcmPath);
    const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const steepest = (from: number, to: number): number => {
      let most = 0;
      for (let index = Math.round(from * 48_000); index < Math.round(to * 48_000); index += 1)
        most = Math.max(most, Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)));
      return most;
    };
    const joint = (240 / 112) * 14;
    expect(steepest(joint - 0.05, joint + 0.1)).toBeLessThanOrEqual(steepest(20, joint - 0.1) * 1.05);
  });

  test('effects alone keep their quiet level', async () => {
    const effects = [0.5, 2, 4].map((atSeconds) => ({
      filePath: effectPath('pop'),
      atSeconds,
      momentaryLufs: effectLufs.pop,
    }));
    const made = await assembleExport(requestOf({ sound: { ...silence, effects } }), signal);
    const { integratedLufs } = await loudnessOf(made.videoPath);
    expect(integratedLufs ?? -70).toBeLessThan(-18);
  });

  test('webm carries VP9 and Opus at the same loudness', async () => {
    const webm = [await madeScene(mezzanines, 'v1', 30, libvpxVp9), await madeScene(mezzanines, 'v2', 45, libvpxVp9)];
    const sound = { ...silence, music };
    const request = requestOf({ container: 'webm', codec: 'vp9', encoder: libvpxVp9, scenes: webm, sound });
    const made = await assembleExport(request, signal);
    const text = await described(made.videoPath);
    expect(text).toContain('Video: vp9');
    expect(text).toContain('Audio: opus');
    const { integratedLufs, truePeakDbtp } = await loudnessOf(made.videoPath);
    expect(Math.abs((integratedLufs ?? 0) + 14)).toBeLessThanOrEqual(1);
    expect(truePeakDbtp).toBeLessThanOrEqual(-1);
    expect((await timesOf(made.videoPath)).frames).toHaveLength(75);
  });
});

describe('texts', () => {
  test('hostile titles arrive as they are, in the title and in one chapter per scene', async () => {
    const hostile = `"; rm -rf /' %{pts} =#\\ [0:v]null\n[CHAPTER]`;
    const named = scenes.map((scene, index) => ({ ...scene, title: index === 1 ? hostile : scene.title }));
    const { videoPath } = await assembleExport(requestOf({ title: hostile, scenes: named }), signal);
    const text = await described(videoPath);
    const arrived = `"; rm -rf /' %{pts} =#\\ [0:v]null [CHAPTER]`;
    expect(text).toContain(`title           : ${arrived}`);
    const chapters = [...text.matchAll(/Chapter #0:\d: start ([\d.]+), end ([\d.]+)/gu)].map(([, a, b]) => [
      Number(a),
      Number(b),
    ]);
    expect(chapters.slice(0, 3)).toEqual([
      [0, 2.033],
      [2.033, 3.267],
      [3.267, 4.933],
    ]);
  });

  test('captions follow the words of the narration', async () => {
    const captions = [
      {
        text: 'Hello there.',
        startSeconds: 0.3,
        endSeconds: 1.4,
        words: [
          { text: 'Hello', startSeconds: 0.3, endSeconds: 0.8 },
          { text: 'there.', startSeconds: 0.8, endSeconds: 1.4 },
        ],
      },
    ];
    const made = await assembleExport(requestOf({ captions }), signal);
    expect(await readFile(made.captions?.srtPath ?? '', 'utf8')).toBe(
      '1\n00:00:00,300 --> 00:00:01,800\nHello there.\n',
    );
    expect(await readFile(made.captions?.vttPath ?? '', 'utf8')).toContain(
      '00:00:00.300 --> 00:00:01.800\nHello there.',
    );
  });
});

describe('ends', () => {
  test('an abort ends every process before it is told, and leaves no finished file', async () => {
    const stopping = new AbortController();
    const request = requestOf({ sound: { ...silence, music }, onStep: () => stopping.abort(new Error('cancelled')) });
    await expect(assembleExport(request, stopping.signal)).rejects.toThrow('cancelled');
    expect(await readdir(folder)).not.toContain('video.mp4');
  });

  test('a broken mezzanine is a failure with blame, not a hang', async () => {
    const [first] = scenes;
    const broken = {
      ...(first ?? (await madeScene(mezzanines, 'x', 2, libx264))),
      filePath: join(mezzanines, 'none.mp4'),
    };
    await expect(assembleExport(requestOf({ scenes: [broken] }), signal)).rejects.toMatchObject({
      failure: { stage: 'assemble' },
    });
  });
});
