import { writeFile } from 'node:fs/promises';
import { type StereoSignal, sampleRate } from './signal.ts';

/** Writes 32-bit float stereo: nothing is rounded or clipped before the encoder sees it. */
export const writeWav = async (filePath: string, signal: StereoSignal): Promise<void> => {
  const frames = signal.left.length;
  const bytes = Buffer.alloc(44 + frames * 8);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + frames * 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(3, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 8, 28);
  bytes.writeUInt16LE(8, 32);
  bytes.writeUInt16LE(32, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(frames * 8, 40);
  for (let index = 0; index < frames; index += 1) {
    bytes.writeFloatLE(signal.left[index] ?? 0, 44 + index * 8);
    bytes.writeFloatLE(signal.right[index] ?? 0, 48 + index * 8);
  }
  await writeFile(filePath, bytes);
};
