import { expect, test } from 'vitest';
import { chooseEncoder, encoderCatalog, proveEncoders } from './catalog.ts';
import type { Encoder } from './encoder.ts';
import { libx264 } from './encoders/libx264.ts';

const never = new AbortController().signal;

test('an encoder that makes real frames is proven; one that only has a name is not, and says why', async () => {
  const absent: Encoder = { ...libx264, name: 'absent', options: () => ({ 'c:v': 'absent' }) };
  const [good, bad] = await proveEncoders([libx264, absent], never);
  expect(good).toMatchObject({ proven: true });
  expect(bad).toMatchObject({ proven: false, reason: { failure: { stage: 'encode' } } });
});

test('the first proven encoder of a codec is chosen: hardware before software where it works', () => {
  expect(chooseEncoder(encoderCatalog, 'h264')?.name).toBe('h264_nvenc');
  expect(
    chooseEncoder(
      encoderCatalog.filter((encoder) => !encoder.hardware),
      'h264',
    )?.name,
  ).toBe('libx264');
  expect(chooseEncoder([libx264], 'vp9')).toBeNull();
});
