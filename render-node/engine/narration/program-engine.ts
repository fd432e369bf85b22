import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { optionalVoices } from '@reelyard/shared/media/catalog.ts';
import { runVoiceProgram } from './run-voice-program.ts';
import type { VoiceEngine } from './voice-engine.ts';

/** A synthesiser that is a program on PATH: reads a text file, writes a WAV file. */
const programEngine = (
  name: string,
  command: (voice: Voice, textPath: string, wavPath: string) => readonly string[],
): VoiceEngine => ({
  name,
  voices: optionalVoices.filter((voice) => voice.engine === name),
  async speak(text, voice, { signal, folder, fileStem }) {
    const textPath = join(folder, `${fileStem}.txt`);
    const filePath = join(folder, `${fileStem}.wav`);
    await writeFile(textPath, `${text}\n`);
    await runVoiceProgram(command(voice, textPath, filePath), signal);
    return { filePath, wordWeights: null };
  },
});

/** flite 2.2 with its slt voice: small, quick, warmer than espeak; slowed from 17 to 14.5 characters a second. */
export const fliteEngine = programEngine('flite', (_voice, textPath, wavPath) => [
  'flite',
  '-voice',
  'slt',
  '--setf',
  'duration_stretch=1.17',
  '-f',
  textPath,
  '-o',
  wavPath,
]);

/** festival 2.5 with the HTS voice of slt (Debian: festvox-us-slt-hts), 32 kHz. */
export const festivalEngine = programEngine('festival', (_voice, textPath, wavPath) => [
  'text2wave',
  '-eval',
  '(voice_cmu_us_slt_arctic_hts)',
  '-o',
  wavPath,
  textPath,
]);
