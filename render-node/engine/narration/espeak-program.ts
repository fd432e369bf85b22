import { readFile, writeFile } from 'node:fs/promises';
import runEspeak, { type EspeakModule } from 'espeak-ng';

/**
 * espeak-ng (GPL, WebAssembly) as a program of its own: started per line by espeak-engine.ts, it leaves the process
 * that asked free to work and to be killed. Its one argument names a JSON file with the request.
 */
interface Request {
  readonly text: string;
  readonly words: readonly string[];
  readonly language: string;
  readonly variant: string;
  readonly rateWordsPerMinute: number;
  readonly wavPath: string;
  readonly phonemesPath: string;
}

const variantFolder = '/usr/share/espeak-ng-data/voices/!v';

/** One run of espeak's command line; text goes in by file, so that no text is ever taken for an option. */
const espeak = async (
  text: string,
  variant: string,
  options: readonly string[],
): Promise<{ module: EspeakModule; lines: string[] }> => {
  const lines: string[] = [];
  const module = await runEspeak({
    arguments: [...options, '-b', '1', '-f', '/text.txt'],
    print: (line) => lines.push(line),
    printErr: () => {},
    preRun: [
      ({ FS }) => {
        FS.writeFile('/text.txt', text);
        FS.mkdirTree(variantFolder);
        FS.writeFile(`${variantFolder}/reelyard`, variant);
      },
    ],
  });
  return { module, lines };
};

const request = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Request;
const voice = `${request.language}+reelyard`;
const spoken = await espeak(request.text, request.variant, [
  '-v',
  voice,
  '-s',
  String(request.rateWordsPerMinute),
  '-g',
  '1',
  '-a',
  '120',
  '-w',
  '/speech.wav',
]);
await writeFile(request.wavPath, spoken.module.FS.readFile('/speech.wav'));
// A paragraph per word makes espeak answer one line per word, so that merged words ("of the") stay apart.
const phonemes = await espeak(request.words.join('\n\n'), request.variant, ['-v', voice, '-q', '-x', '--sep=_']);
await writeFile(request.phonemesPath, JSON.stringify(phonemes.lines));
