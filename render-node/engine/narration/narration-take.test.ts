import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { defaultVoiceId } from '@reelyard/shared/media/catalog.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseLoudness } from '../assemble/loudness-report.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { espeakEngine } from './espeak-engine.ts';
import { makeTake, type NarrationLine } from './narration-take.ts';
import { proveVoices } from './proven-voices.ts';
import type { VoiceEngine } from './voice-engine.ts';

const signal = AbortSignal.timeout(60_000);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'take '));
});
afterEach(async () => await rm(folder, { recursive: true }));

const voice = espeakEngine.voices.find(({ id }) => id === defaultVoiceId) as Voice;
/** The same voice, of an engine that has one pace: the take is stretched. */
const onePace: VoiceEngine = {
  ...espeakEngine,
  name: 'one-pace',
  speak: async (text, spoken, options) => await espeakEngine.speak(text, spoken, { ...options, speed: 1 }),
};
const line = (text: string, sceneStartSeconds: number, sceneDurationSeconds: number): NarrationLine => ({
  sceneId: `scn_${sceneStartSeconds}`,
  text,
  sceneStartSeconds,
  sceneDurationSeconds,
});
const take = async (lines: readonly NarrationLine[], totalSeconds: number, from = signal) =>
  await makeTake({ engine: espeakEngine, voice, speed: 1, lines, totalSeconds, folder, onLineSpoken: () => {} }, from);
const report = async (filePath: string, filter: string): Promise<string> =>
  (await runFfmpeg(['-i', filePath, '-af', filter, '-f', 'null', '-'], { signal, logLevel: 'info' })).stderr;

describe('a take', () => {
  test('is FLAC at 48 kHz, as long as the video, with every line in its scene at one loudness', async () => {
    const script = [
      line('Every launch needs a video, and every video takes a week.', 0, 5),
      line('Reelyard turns templates into finished films, in minutes.', 5, 4.3),
      line('That is all there is to it, my friends.', 11, 4),
    ];
    const { filePath, segments } = await take(script, 16.5);
    expect(await report(filePath, 'anull')).toMatch(/Duration: 00:00:16\.50[\s\S]*Audio: flac, 48000 Hz, mono/u);
    const levels: number[] = [];
    for (const [index, { fits, startSeconds, endSeconds, words, sceneId }] of segments.entries()) {
      const room = script[index] ?? line('', 0, 0);
      expect(sceneId).toBe(room.sceneId);
      expect(fits).toBe(true);
      expect(startSeconds - room.sceneStartSeconds).toBeGreaterThanOrEqual(0.12);
      expect(endSeconds).toBeLessThanOrEqual(room.sceneStartSeconds + room.sceneDurationSeconds);
      expect(words.map(({ text }) => text).join(' ')).toBe(room.text);
      for (const [at, word] of words.entries())
        expect(word.startSeconds).toBeGreaterThanOrEqual(words[at - 1]?.endSeconds ?? startSeconds);
      const part = `atrim=${startSeconds}:${endSeconds},ebur128=framelog=quiet`;
      levels.push(parseLoudness(await report(filePath, part)).integratedLufs ?? 0);
    }
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThanOrEqual(1);
    const quiet = await report(filePath, 'silencedetect=noise=-50dB:d=1');
    expect(quiet).toMatch(/silence_start: 9\.|silence_start: 8\./u);
  });

  test('a line longer than its room is spoken faster, marked, and does not touch the next one', async () => {
    const long = 'This sentence is a good deal longer than the little room that its scene has got for it.';
    const { segments } = await take([line(long, 0, 2), line('Next.', 2, 3)], 5);
    expect(segments.map(({ fits }) => fits)).toEqual([false, true]);
    expect(segments[0]?.endSeconds).toBeLessThan(segments[1]?.startSeconds ?? 0);
  });

  test('a line with nothing to say stays silent beside others, and a script without words is refused', async () => {
    const { segments } = await take([line('🎉', 0, 2), line('-v --version', 2, 3)], 5);
    expect(segments[0]?.words).toEqual([]);
    expect(segments[1]?.endSeconds).toBeGreaterThan(segments[1]?.startSeconds ?? 9);
    await expect(take([line('🎉', 0, 2)], 2)).rejects.toMatchObject({
      failure: { code: 'NARRATION_SILENT', blame: 'input' },
    });
  });

  test.each([
    ['by a voice that knows its pace', espeakEngine],
    ['by one that knows one pace only', onePace],
  ])('N37: is spoken faster or slower %s, by as much as was asked for', async (_how, engine) => {
    const text = 'Every launch needs a video, and every video takes a week of work that nobody has.';
    const lengthAt = async (speed: number): Promise<number> => {
      const request = { engine, voice, speed, lines: [line(text, 0, 20)], totalSeconds: 20, folder };
      const { segments } = await makeTake({ ...request, onLineSpoken: () => {} }, signal);
      const [spoken] = segments;
      const words = spoken?.words ?? [];
      expect(words.at(-1)?.endSeconds).toBeLessThanOrEqual(spoken?.endSeconds ?? 0);
      return (spoken?.endSeconds ?? 0) - (spoken?.startSeconds ?? 0);
    };
    const [slow, plain, fast] = [await lengthAt(0.8), await lengthAt(1), await lengthAt(1.2)];
    // espeak rounds its pauses and does not shorten every sound alike.
    expect(slow / plain).toBeGreaterThan(1.15);
    expect(slow / plain).toBeLessThan(1.32);
    expect(fast / plain).toBeGreaterThan(0.76);
    expect(fast / plain).toBeLessThan(0.9);
  });

  test('an abort ends the voice', async () => {
    await expect(take([line('Hello.', 0, 3)], 3, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow();
  });
});

describe('the proof of voices', () => {
  test('a voice is offered only where it was heard', async () => {
    const missing: VoiceEngine = {
      ...espeakEngine,
      name: 'missing',
      speak: async () => await Promise.reject(new Error('no such program')),
    };
    const mute: VoiceEngine = {
      ...espeakEngine,
      name: 'mute',
      speak: async (_text, _voice, options) => {
        const filePath = join(options.folder, 'mute-raw.wav');
        await runFfmpeg(['-f', 'lavfi', '-t', '1', '-i', 'anullsrc', filePath], { signal });
        return { filePath, wordWeights: null, speed: 1 };
      },
    };
    expect((await proveVoices([missing, mute], signal)).voiceIds).toEqual([]);
    const proven = await proveVoices([espeakEngine, missing], signal);
    expect(proven.voiceIds).toEqual(espeakEngine.voices.map(({ id }) => id));
    expect(proven.find(defaultVoiceId)?.engine).toBe(espeakEngine);
    expect(proven.find('voi_none')).toBeNull();
  });
});
