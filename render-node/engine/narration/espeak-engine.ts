import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { voices } from '@reelyard/shared/media/catalog.ts';
import { phonemeWeights } from './phoneme-weights.ts';
import { runVoiceProgram } from './run-voice-program.ts';
import { wordsOf } from './spoken-text.ts';
import type { VoiceEngine } from './voice-engine.ts';

const program = fileURLToPath(new URL('./espeak-program.ts', import.meta.url));

/** espeak's own name for the language of a voice, and how fast it is still easy to follow. */
const settings: Readonly<Record<string, { readonly language: string; readonly rateWordsPerMinute: number }>> = {
  'voi_english-us': { language: 'en-us', rateWordsPerMinute: 158 },
  'voi_english-gb': { language: 'en-gb-x-rp', rateWordsPerMinute: 158 },
  voi_german: { language: 'de', rateWordsPerMinute: 150 },
  voi_spanish: { language: 'es', rateWordsPerMinute: 155 },
  voi_french: { language: 'fr-fr', rateWordsPerMinute: 138 },
  voi_italian: { language: 'it', rateWordsPerMinute: 150 },
  'voi_portuguese-br': { language: 'pt-br', rateWordsPerMinute: 152 },
  voi_dutch: { language: 'nl', rateWordsPerMinute: 152 },
  voi_polish: { language: 'pl', rateWordsPerMinute: 150 },
};

/**
 * The farm's own variant of espeak's speaker: a slightly longer throat, more melody (78–132 Hz against 82–118), breath,
 * and upper formants held back and widened, where the buzz of a formant synthesiser sits.
 */
const variant = [
  'language variant',
  'name reelyard',
  'pitch 78 132',
  'formant 0 98 115 110',
  'formant 1 97 102 105',
  'formant 2 97 96 112',
  'formant 3 97 84 125',
  'formant 4 97 70 130',
  'formant 5 97 60 130',
  'formant 6 97 45 130',
  'formant 7 97 40 130',
  'formant 8 97 35 130',
  'breath 0 1 2 2 2 2 2 1',
  'flutter 4',
  'roughness 1',
  'consonants 90 90',
  '',
].join('\n');

/** espeak-ng from npm: robotic, but there wherever the farm is, in many languages. */
export const espeakEngine: VoiceEngine = {
  name: 'espeak-ng',
  voices: voices.filter((voice) => voice.engine === 'espeak-ng'),
  async speak(text, voice, { signal, speed, folder, fileStem }) {
    const { language, rateWordsPerMinute } = settings[voice.id] ?? {
      language: voice.language,
      rateWordsPerMinute: 155,
    };
    const filePath = join(folder, `${fileStem}.wav`);
    const phonemesPath = join(folder, `${fileStem}.phonemes.json`);
    const requestPath = join(folder, `${fileStem}.request.json`);
    const words = wordsOf(text);
    await writeFile(
      requestPath,
      JSON.stringify({
        text,
        words,
        language,
        variant,
        rateWordsPerMinute: Math.round(rateWordsPerMinute * speed),
        wavPath: filePath,
        phonemesPath,
      }),
    );
    await runVoiceProgram([process.execPath, program, requestPath], signal);
    const lines = JSON.parse(await readFile(phonemesPath, 'utf8')) as string[];
    return { filePath, wordWeights: phonemeWeights(lines, words.length), speed };
  },
};
