import { join } from 'node:path';
import type { Container } from '@reelyard/shared/contracts/render-format.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { type MixPlan, mixRateHz } from './audio-mix.ts';
import { correctionDb, firstGainDb, type Loudness, peakCeiling } from './loudness-plan.ts';
import { parseLoudness } from './loudness-report.ts';

export interface SoundtrackRequest {
  readonly plan: MixPlan;
  readonly totalSeconds: number;
  readonly container: Container;
  /** False where only effects sound: a few ticks must not be lifted to the level of a programme. */
  readonly isProgramme: boolean;
  /** Scratch; the soundtrack is written here. */
  readonly folder: string;
  readonly onStep: () => void;
}

export interface Soundtrack {
  readonly filePath: string;
  /** Measured on the encoded sound; null where it is too little to be measured. */
  readonly loudness: Loudness | null;
}

const encoding: Record<Container, { readonly fileName: string; readonly args: readonly string[] }> = {
  mp4: { fileName: 'soundtrack.m4a', args: ['-c:a', 'aac', '-b:a', '192k'] },
  webm: { fileName: 'soundtrack.ogg', args: ['-c:a', 'libopus', '-b:a', '160k', '-vbr', 'on'] },
};

/** Sound moves at a hundred times its own speed: half a minute without any is a wedged process. */
const stallSeconds = 30;
const measure = 'ebur128=peak=true:framelog=quiet';

/** Runs the graph once: the float mix goes to a file and through the meter in the same pass. */
const mixDown = async ({ plan, totalSeconds, folder }: SoundtrackRequest, signal: AbortSignal) => {
  const mixPath = join(folder, 'mix.wav');
  const silence = ['-f', 'lavfi', '-t', (totalSeconds + 1).toFixed(6), '-i', `anullsrc=r=${mixRateHz}:cl=stereo`];
  const inputs = plan.inputs.flatMap((filePath) => ['-i', filePath]);
  const graph = ['-filter_complex', `${plan.filter};[mix]${measure}[out]`, '-map', '[out]'];
  const output = ['-c:a', 'pcm_f32le', '-rf64', 'auto', '-f', 'wav', mixPath];
  const run = { signal, stage: 'assemble', stallSeconds, logLevel: 'info' } as const;
  const { stderr } = await runFfmpeg([...silence, ...inputs, ...graph, ...output], run);
  return { mixPath, report: parseLoudness(stderr) };
};

/** Sets the level by one constant gain, holds true peaks (found at four times the rate) and encodes once. */
const encode = async (
  mixPath: string,
  gainDb: number,
  ceilingDb: number,
  outPath: string,
  args: readonly string[],
  signal: AbortSignal,
) => {
  const limit = 10 ** (ceilingDb / 20);
  const filter = [
    `volume=${gainDb.toFixed(3)}dB:precision=float`,
    `aresample=${4 * mixRateHz}`,
    `alimiter=limit=${limit.toFixed(5)}:attack=3:release=60:level=disabled`,
    `aresample=${mixRateHz}`,
  ].join(',');
  await runFfmpeg(['-i', mixPath, '-af', filter, ...args, '-map_metadata', '-1', outPath], {
    signal,
    stage: 'assemble',
    stallSeconds,
  });
};

const measureEncoded = async (filePath: string, signal: AbortSignal): Promise<Loudness | null> => {
  const args = ['-i', filePath, '-af', measure, '-f', 'null', '-'];
  const { stderr } = await runFfmpeg(args, { signal, stage: 'assemble', stallSeconds, logLevel: 'info' });
  const { integratedLufs, truePeakDbtp } = parseLoudness(stderr);
  return integratedLufs === null || truePeakDbtp === null ? null : { integratedLufs, truePeakDbtp };
};

/**
 * Mixes, brings to −14 LUFS with true peaks at −1 dBTP or lower, and encodes the sound of the whole video. The encoded
 * sound is measured, because a codec overshoots; where it is out of bounds it is encoded once more with what was learnt.
 */
export const makeSoundtrack = async (request: SoundtrackRequest, signal: AbortSignal): Promise<Soundtrack> => {
  const { container, isProgramme, folder, onStep } = request;
  const { fileName, args } = encoding[container];
  const filePath = join(folder, fileName);
  const { mixPath, report } = await mixDown(request, signal);
  onStep();
  const gainDb = isProgramme ? firstGainDb(report) : 0;
  await encode(mixPath, gainDb, peakCeiling.firstDb, filePath, args, signal);
  onStep();
  const loudness = await measureEncoded(filePath, signal);
  onStep();
  const correction = loudness === null ? null : correctionDb(loudness, isProgramme);
  if (correction === null) return { filePath, loudness };
  const ceilingDb = peakCeiling.firstDb + correction.ceilingDb;
  await encode(mixPath, gainDb + correction.gainDb, ceilingDb, filePath, args, signal);
  return { filePath, loudness: await measureEncoded(filePath, signal) };
};
