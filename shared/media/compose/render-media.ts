import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { soundEffects } from '../../contracts/template.ts';
import { effectPath, trackPath } from '../catalog.ts';
import { effects } from './effects.ts';
import { type StereoSignal, sampleRate } from './signal.ts';
import { clearHorizon } from './tracks/clear-horizon.ts';
import { slowMorning } from './tracks/slow-morning.ts';
import { writeWav } from './wav-file.ts';

/**
 * Renders every track and effect and writes the files that ship: `node shared/media/compose/render-media.ts <ffmpeg>`.
 * Run after a change of the score; the result is committed, because a farm should not compose at install time.
 */
const run = promisify(execFile);
const ffmpeg = process.argv[2] ?? 'ffmpeg';

/** Tracks are brought to this loudness by one constant gain. */
const trackLufs = -16;
/** Effects are stored with this peak; how loud a cue plays is the mixer's choice. */
const effectPeak = 0.5;

const integratedLufs = async (filePath: string): Promise<number> => {
  const args = ['-hide_banner', '-nostats', '-i', filePath, '-af', 'ebur128=framelog=quiet', '-f', 'null', '-'];
  const { stderr } = await run(ffmpeg, args);
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Integrated loudness')))?.[1]);
};

const peakOf = (signal: StereoSignal): number =>
  [signal.left, signal.right].reduce((peak, channel) => channel.reduce((a, b) => Math.max(a, Math.abs(b)), peak), 0);

const encode = async (
  wavPath: string,
  gainDb: number,
  codecArgs: readonly string[],
  outPath: string,
): Promise<void> => {
  const filter = `volume=${gainDb.toFixed(3)}dB`;
  const common = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-ar', String(sampleRate)];
  await run(ffmpeg, ['-hide_banner', '-y', '-i', wavPath, '-af', filter, ...common, ...codecArgs, outPath]);
};

const folder = await mkdtemp(join(tmpdir(), 'compose-'));
try {
  for (const [trackId, track] of [
    ['trk_clear-horizon', clearHorizon],
    ['trk_slow-morning', slowMorning],
  ] as const) {
    const wavPath = join(folder, 'track.wav');
    await writeWav(wavPath, track.render());
    const gainDb = trackLufs - (await integratedLufs(wavPath));
    await encode(wavPath, gainDb, ['-c:a', 'aac', '-b:a', '176k', '-movflags', '+faststart'], trackPath(trackId));
    process.stdout.write(`${trackId} gain ${gainDb.toFixed(2)} dB\n`);
  }
  for (const effect of soundEffects) {
    const wavPath = join(folder, 'effect.wav');
    const signal = effects[effect]();
    await writeWav(wavPath, signal);
    const gainDb = 20 * Math.log10(effectPeak / peakOf(signal));
    await encode(
      wavPath,
      gainDb,
      ['-c:a', 'flac', '-sample_fmt', 's16', '-compression_level', '12'],
      effectPath(effect),
    );
    process.stdout.write(`${effect} gain ${gainDb.toFixed(2)} dB\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
