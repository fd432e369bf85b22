import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionalVoices } from '@reelyard/shared/media/catalog.ts';
import { runVoiceProgram } from './run-voice-program.ts';
import type { VoiceEngine } from './voice-engine.ts';

interface VoiceProgram {
  readonly name: string;
  /** Whether the program itself speaks at another pace than the voice's own. */
  readonly hasPace: boolean;
  readonly command: (files: { textPath: string; wavPath: string }, speed: number) => readonly string[];
}

/** A synthesiser that is a program on PATH: reads a text file, writes a WAV file. */
const programEngine = ({ name, hasPace, command }: VoiceProgram): VoiceEngine => ({
  name,
  voices: optionalVoices.filter((voice) => voice.engine === name),
  async speak(text, _voice, { signal, speed, folder, fileStem }) {
    const textPath = join(folder, `${fileStem}.txt`);
    const filePath = join(folder, `${fileStem}.wav`);
    await writeFile(textPath, `${text}\n`);
    await runVoiceProgram(command({ textPath, wavPath: filePath }, speed), signal);
    return { filePath, wordWeights: null, speed: hasPace ? speed : 1 };
  },
});

/** flite 2.2 with its slt voice: small, quick, warmer than espeak; slowed from 17 to 14.5 characters a second. */
export const fliteEngine = programEngine({
  name: 'flite',
  hasPace: true,
  command: ({ textPath, wavPath }, speed) => [
    'flite',
    '-voice',
    'slt',
    '--setf',
    `duration_stretch=${(1.17 / speed).toFixed(3)}`,
    '-f',
    textPath,
    '-o',
    wavPath,
  ],
});

/** festival 2.5 with the HTS voice of slt (Debian: festvox-us-slt-hts), 32 kHz. */
export const festivalEngine = programEngine({
  name: 'festival',
  hasPace: false,
  command: ({ textPath, wavPath }) => ['text2wave', '-eval', '(voice_cmu_us_slt_arctic_hts)', '-o', wavPath, textPath],
});
