import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { conditionSpeech, speechRateHz } from './condition-speech.ts';
import { speechShape } from './speech-shape.ts';
import { spokenText } from './spoken-text.ts';
import { type PlacedLine, placeLines } from './timeline.ts';
import type { VoiceEngine } from './voice-engine.ts';
import { type WordTiming, wordTimings } from './word-timings.ts';

/** One scene's line and its room on the whole video's timeline. */
export interface NarrationLine {
  readonly sceneId: string;
  readonly text: string;
  readonly sceneStartSeconds: number;
  readonly sceneDurationSeconds: number;
}

/** Where a line lies in the take. */
export interface NarrationSegment {
  sceneId: string;
  text: string;
  startSeconds: number;
  endSeconds: number;
  fits: boolean;
  words: { text: string; startSeconds: number; endSeconds: number }[];
}

export interface TakeRequest {
  readonly engine: VoiceEngine;
  readonly voice: Voice;
  /** How much faster than the voice's own pace: 0.8 to 1.2. */
  readonly speed: number;
  readonly lines: readonly NarrationLine[];
  /** Length of the video, and so of the take. */
  readonly totalSeconds: number;
  /** Scratch; the take is written here. */
  readonly folder: string;
  readonly onLineSpoken: (spokenLineCount: number) => void;
}

export interface Take {
  /** FLAC, mono, 48 kHz, as long as the video. */
  readonly filePath: string;
  readonly segments: NarrationSegment[];
}

/** Every line is brought to this loudness, so that scenes do not differ by more than the measure's own error. */
export const takeLufs = -20;
/** A line too short to be measured is brought to this level instead (the RMS of a line at −20 LUFS). */
const shortLineRms = 0.09;
const fadeSeconds = 0.008;

interface SpokenLine {
  readonly pcmPath: string;
  readonly spokenSeconds: number;
  /** Times from the line's first sound. */
  readonly words: readonly WordTiming[];
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** Trims to the sound, brings it to its level and softens the edges. */
const levelled = (samples: Float32Array, start: number, end: number, gain: number): Float32Array => {
  const line = samples.slice(Math.round(start * speechRateHz), Math.round(end * speechRateHz));
  const fade = Math.round(fadeSeconds * speechRateHz);
  return line.map((sample, index) => gain * sample * Math.min(1, index / fade, (line.length - index) / fade));
};

const silentLine = (pcmPath: string): SpokenLine => ({ pcmPath, spokenSeconds: 0, words: [] });

const speakLine = async (
  { engine, voice, speed, folder }: TakeRequest,
  line: NarrationLine,
  index: number,
  signal: AbortSignal,
): Promise<SpokenLine> => {
  const fileStem = `line-${index}`;
  const pcmPath = join(folder, `${fileStem}.f32`);
  const text = spokenText(line.text);
  if (text === '') return silentLine(pcmPath);
  const raw = await engine.speak(text, voice, { signal, speed, folder, fileStem });
  const toCondition = { filePath: raw.filePath, pcmPath, tempo: speed / raw.speed };
  const { samples, integratedLufs } = await conditionSpeech(toCondition, signal);
  const { sound, pauses } = speechShape(samples, speechRateHz);
  if (sound === null) return silentLine(pcmPath);
  const { startSeconds, endSeconds } = sound;
  const gain =
    integratedLufs === null ? shortLineRms / Math.max(rms(samples), 1e-6) : 10 ** ((takeLufs - integratedLufs) / 20);
  const trimmed = levelled(samples, startSeconds, endSeconds, gain);
  await writeFile(pcmPath, Buffer.from(trimmed.buffer));
  const words = wordTimings(text, raw.wordWeights, sound, pauses).map((word) => ({
    text: word.text,
    startSeconds: word.startSeconds - startSeconds,
    endSeconds: word.endSeconds - startSeconds,
  }));
  return { pcmPath, spokenSeconds: trimmed.length / speechRateHz, words };
};

const toMillis = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

const segmentOf = (line: NarrationLine, spoken: SpokenLine, placed: PlacedLine): NarrationSegment => {
  const onTimeline = (seconds: number): number =>
    toMillis(Math.min(placed.endSeconds, placed.startSeconds + seconds / placed.tempo));
  return {
    sceneId: line.sceneId,
    text: line.text,
    startSeconds: toMillis(placed.startSeconds),
    endSeconds: toMillis(placed.endSeconds),
    fits: placed.fits,
    words: spoken.words.map(({ text, startSeconds, endSeconds }) => ({
      text,
      startSeconds: onTimeline(startSeconds),
      endSeconds: onTimeline(endSeconds),
    })),
  };
};

/** Filtergraph that puts every line at its place in one take. Inputs 1… are the spoken lines, input 0 is silence. */
const takeFilter = (placed: readonly PlacedLine[], totalSeconds: number): string => {
  const lines = placed.map(({ startSeconds, endSeconds, tempo }, index) => {
    const length = endSeconds - startSeconds;
    const stretch = tempo > 1 ? `atempo=${tempo.toFixed(6)},` : '';
    const cut = `atrim=end=${length.toFixed(4)},afade=t=out:st=${Math.max(0, length - 0.03).toFixed(4)}:d=0.03`;
    return `[${index + 1}:a]${stretch}${cut},adelay=${Math.round(startSeconds * 1_000)}[l${index}]`;
  });
  const inputs = placed.map((_, index) => `[l${index}]`).join('');
  const mix = `[0:a]${inputs}amix=inputs=${placed.length + 1}:normalize=0:duration=first`;
  return [...lines, `${mix},alimiter=limit=0.9:level=disabled,atrim=end=${totalSeconds.toFixed(6)}[take]`].join(';');
};

/** Two at a time: a line is a short process on one core. The first failure ends the rest before it is told. */
const speakLines = async (request: TakeRequest, signal: AbortSignal): Promise<SpokenLine[]> => {
  const ending = new AbortController();
  const together = AbortSignal.any([signal, ending.signal]);
  const spoken: SpokenLine[] = [];
  const waiting = [...request.lines.entries()];
  let done = 0;
  const speakSome = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, line] = next;
      spoken[index] = await speakLine(request, line, index, together);
      done += 1;
      request.onLineSpoken(done);
    }
  };
  const speakers = [speakSome(), speakSome()];
  await Promise.all(speakers).catch(async (error: unknown) => {
    ending.abort(error);
    await Promise.allSettled(speakers);
    throw error;
  });
  return spoken;
};

/**
 * One continuous take as long as the video: each line inside its scene's usable time, all at one loudness. Throws a
 * JobFailureError where the voice says nothing at all.
 */
export const makeTake = async (request: TakeRequest, signal: AbortSignal): Promise<Take> => {
  const { lines, totalSeconds, folder } = request;
  const spoken = await speakLines(request, signal);
  if (spoken.every((line) => line.spokenSeconds === 0))
    throw new JobFailureError({
      blame: 'input',
      retryable: false,
      stage: 'prepare',
      code: 'NARRATION_SILENT',
      message: 'The narration has nothing that this voice can speak.',
    });
  const placed = placeLines(
    lines.map((line, index) => ({ ...line, spokenSeconds: spoken[index]?.spokenSeconds ?? 0 })),
    totalSeconds,
  );
  const audible = spoken.flatMap((line, index) => {
    const place = placed[index];
    return place !== undefined && place.endSeconds > place.startSeconds ? [{ line, place }] : [];
  });
  const filePath = join(folder, 'take.flac');
  const raw = ['-f', 'f32le', '-ar', String(speechRateHz), '-ac', '1'];
  const bed = ['-f', 'lavfi', '-t', totalSeconds.toFixed(6), '-i', `anullsrc=r=${speechRateHz}:cl=mono`];
  const filter = takeFilter(
    audible.map(({ place }) => place),
    totalSeconds,
  );
  const output = ['-filter_complex', filter, '-map', '[take]', '-c:a', 'flac', '-sample_fmt', 's16', filePath];
  await runFfmpeg([...bed, ...audible.flatMap(({ line }) => [...raw, '-i', line.pcmPath]), ...output], {
    signal,
    stage: 'encode',
  });
  const segments = lines.flatMap((line, index) => {
    const [lineSpoken, place] = [spoken[index], placed[index]];
    return lineSpoken === undefined || place === undefined ? [] : [segmentOf(line, lineSpoken, place)];
  });
  return { filePath, segments };
};
