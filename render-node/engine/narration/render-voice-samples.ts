import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { voiceSamplePath, voiceSampleTexts } from '@reelyard/shared/media/voice-samples.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { conditionSpeech, speechRateHz } from './condition-speech.ts';
import { espeakEngine } from './espeak-engine.ts';

/**
 * Lets every voice that ships speak its sample and writes the files: `node
 * render-node/engine/narration/render-voice-samples.ts`. Run after a change of a voice; the result is committed,
 * because the control plane, which serves it, has no voice.
 */
const { signal } = new AbortController();
const folder = await mkdtemp(join(tmpdir(), 'voice-samples-'));
try {
  for (const voice of espeakEngine.voices) {
    const text = voiceSampleTexts[voice.id];
    const outPath = voiceSamplePath(voice.id);
    if (text === undefined || outPath === null) throw new Error(`${voice.id} has no sample text`);
    const { filePath } = await espeakEngine.speak(text, voice, { signal, speed: 1, folder, fileStem: voice.id });
    const pcmPath = join(folder, `${voice.id}.f32`);
    await conditionSpeech({ filePath, pcmPath, tempo: 1 }, signal);
    const input = ['-f', 'f32le', '-ar', `${speechRateHz}`, '-ac', '1', '-i', pcmPath];
    const output = ['-af', 'loudnorm=I=-18:TP=-2:LRA=11', '-ac', '1', '-ar', '24000', '-c:a', 'aac', '-b:a', '48k'];
    const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-movflags', '+faststart'];
    await runFfmpeg(['-y', ...input, ...output, ...plain, outPath], { signal });
    process.stdout.write(`${voice.id}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
