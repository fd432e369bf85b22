import { expect, test } from 'vitest';
import { h264Nvenc } from './encoders/h264-nvenc.ts';
import { libvpxVp9 } from './encoders/libvpx-vp9.ts';
import { libx264 } from './encoders/libx264.ts';
import { workingEncoders } from './working-encoders.ts';

const proven = { proven: true, tookMs: 1 } as const;

test('only proven encoders work', () => {
  const encoders = workingEncoders([
    { encoder: h264Nvenc, proven: false, reason: 'no card' },
    { encoder: libx264, ...proven },
  ]);
  expect(encoders.choose('h264')).toBe(libx264);
  expect(encoders.choose('vp9')).toBeNull();
});

test('B9: after a card is lost its codec goes on in software', () => {
  const encoders = workingEncoders([h264Nvenc, libx264, libvpxVp9].map((encoder) => ({ encoder, ...proven })));
  expect(encoders.choose('h264')).toBe(h264Nvenc);
  encoders.distrust(h264Nvenc);
  expect(encoders.choose('h264')).toBe(libx264);
  expect(encoders.list()).toEqual([libx264, libvpxVp9]);
});
