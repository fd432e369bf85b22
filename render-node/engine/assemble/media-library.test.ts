import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { trackSchema, voiceSchema } from '@reelyard/shared/contracts/music.ts';
import { soundEffects } from '@reelyard/shared/contracts/template.ts';
import {
  defaultVoiceId,
  effectLufs,
  effectPath,
  findTrack,
  findVoice,
  loopOf,
  optionalVoices,
  trackLufs,
  trackPath,
  tracks,
  voices,
} from '@reelyard/shared/media/catalog.ts';
import { describe, expect, test } from 'vitest';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { parseLoudness } from './loudness-report.ts';

const signal = AbortSignal.timeout(60_000);
const report = async (filePath: string, filter: string): Promise<string> =>
  (await runFfmpeg(['-i', filePath, '-af', filter, '-f', 'null', '-'], { signal, logLevel: 'info' })).stderr;

describe.each(tracks)('the file of $title', (track) => {
  test('is as long, as loud and as peaceful as the catalog says', async () => {
    const text = await report(trackPath(track.id), 'ebur128=peak=true:framelog=quiet,silencedetect=noise=-50dB:d=0.4');
    const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/u.exec(text) ?? [];
    expect(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)).toBeCloseTo(track.durationSeconds, 1);
    const { integratedLufs, truePeakDbtp } = parseLoudness(text);
    expect(Math.abs((integratedLufs ?? 0) - trackLufs)).toBeLessThanOrEqual(0.3);
    expect(truePeakDbtp).toBeLessThan(-2);
    expect(text).toContain('48000 Hz, stereo');
    // Only the last reverberation may fall silent.
    for (const [, at] of text.matchAll(/silence_start: ([\d.]+)/gu))
      expect(Number(at)).toBeGreaterThan(track.durationSeconds - 2.5);
  });

  test('leaves room for a voice: what lies between 1 and 4 kHz is at least 6 dB under the rest', async () => {
    const level = (text: string): number => Number(/Overall[\s\S]*?RMS level dB: (-?[\d.]+)/u.exec(text)?.[1]);
    const rms = 'astats=measure_perchannel=none:measure_overall=RMS_level';
    const band = 'highpass=f=1000,highpass=f=1000,lowpass=f=4000,lowpass=f=4000';
    const all = level(await report(trackPath(track.id), rms));
    expect(all - level(await report(trackPath(track.id), `${band},${rms}`))).toBeGreaterThanOrEqual(6);
  });

  test('goes round on bar lines, where it is about as loud before the end of the loop as before its start', async () => {
    const loop = loopOf(track.id);
    const barSeconds = 240 / track.bpm;
    for (const at of [loop?.startSeconds ?? 0.1, loop?.endSeconds ?? 0.1])
      expect(Math.abs(at / barSeconds - Math.round(at / barSeconds))).toBeLessThan(1e-9);
    expect(loop?.endSeconds).toBeLessThan(track.durationSeconds - barSeconds);
    const before = async (at: number): Promise<number> => {
      const part = `atrim=${at - 2 * barSeconds}:${at},ebur128=framelog=quiet`;
      return parseLoudness(await report(trackPath(track.id), part)).integratedLufs ?? 0;
    };
    expect(Math.abs((await before(loop?.startSeconds ?? 0)) - (await before(loop?.endSeconds ?? 0)))).toBeLessThan(3);
  });

  test('is described completely', () => {
    expect(trackSchema.parse(track)).toEqual(track);
    expect(findTrack(track.id)).toBe(track);
  });
});

describe.each(soundEffects)('the effect %s', (effect) => {
  test('peaks at −6 dBFS and is as loud as the catalog says', async () => {
    const text = await report(effectPath(effect), 'apad=pad_dur=1,ebur128=peak=true:framelog=info');
    const momentary = [...text.matchAll(/M:\s*(-?[\d.]+) /gu)].map(([, value]) => Number(value));
    expect(Math.max(...momentary)).toBeCloseTo(effectLufs[effect], 0);
    expect(parseLoudness(text).truePeakDbtp).toBeLessThan(-5);
  });
});

describe('the library', () => {
  test('is small enough to ship and carries its licence', async () => {
    const [music, effects] = [dirname(trackPath(tracks[0]?.id ?? '')), dirname(effectPath('pop'))];
    let bytes = 0;
    for (const folder of [music, effects])
      for (const name of await readdir(folder)) bytes += (await stat(`${folder}/${name}`)).size;
    expect(bytes).toBeLessThanOrEqual(5 * 1_024 * 1_024);
    expect(await readFile(`${music}/../LICENCE.md`, 'utf8')).toContain('Apache-2.0');
  });

  test('names every voice once, the default among those that ship', () => {
    const all = [...voices, ...optionalVoices];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const voice of all) expect(voiceSchema.parse(voice)).toEqual(voice);
    expect(voices.map(({ id }) => id)).toContain(defaultVoiceId);
    expect(findVoice('voi_none')).toBeNull();
    expect(() => trackPath('trk_none')).toThrow('trk_none');
  });
});
