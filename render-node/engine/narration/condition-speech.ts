import { readFile } from 'node:fs/promises';
import { parseLoudness } from '../assemble/loudness-report.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';

/** Everything spoken is mono at the rate that videos carry. */
export const speechRateHz = 48_000;

/**
 * Makes a synthetic voice kinder: rumble out, body at 190 Hz, the buzz at 3 kHz and the sizzle above 7 kHz held back,
 * levels evened, and the first reflections of a small room, without which a formant voice stands in a vacuum.
 */
const kindness = [
  'highpass=f=75',
  'equalizer=f=190:t=q:w=0.9:g=2.5',
  'equalizer=f=3100:t=q:w=0.9:g=-3.5',
  'treble=f=7500:g=-4',
  'acompressor=threshold=-22dB:ratio=2.6:attack=6:release=110:makeup=2.5dB',
  'aecho=0.92:0.9:9|17|26:0.11|0.08|0.05',
  'lowpass=f=11000',
].join(',');

/** A change of pace that leaves the pitch alone; none where the voice has the pace already. */
const paced = (tempo: number): string[] => (tempo === 1 ? [] : [`atempo=${tempo.toFixed(4)}`]);

export interface ConditionedSpeech {
  readonly samples: Float32Array;
  /** Integrated loudness; null where there is too little sound to measure (under 0.4 s). */
  readonly integratedLufs: number | null;
}

export interface SpeechToCondition {
  readonly filePath: string;
  /** Scratch. */
  readonly pcmPath: string;
  /** How much faster than recorded; 1 = as it is. */
  readonly tempo: number;
}

/** Reads a recording of any format, treats it and measures it, in one pass. */
export const conditionSpeech = async (
  { filePath, pcmPath, tempo }: SpeechToCondition,
  signal: AbortSignal,
): Promise<ConditionedSpeech> => {
  const mono = ['aformat=channel_layouts=mono', `aresample=${speechRateHz}:filter_size=64`];
  const filter = [...mono, ...paced(tempo), kindness, 'ebur128=framelog=quiet'].join(',');
  const output = ['-af', filter, '-f', 'f32le', '-c:a', 'pcm_f32le', pcmPath];
  const { stderr } = await runFfmpeg(['-i', filePath, ...output], { signal, stage: 'encode', logLevel: 'info' });
  const bytes = await readFile(pcmPath);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return { samples, integratedLufs: parseLoudness(stderr).integratedLufs };
};
