import type { Encoder } from '../encoder.ts';

/**
 * VP9 in software, for webm. Constant quality with a ceiling; speed 5 of `good` is the fastest that still uses
 * alternate reference frames. One thread a process: chunks are the parallelism, as with x264.
 */
export const libvpxVp9: Encoder = {
  name: 'libvpx-vp9',
  codec: 'vp9',
  hardware: false,
  options: (rung) => ({
    'c:v': 'libvpx-vp9',
    'profile:v': 0,
    deadline: 'good',
    'cpu-used': 5,
    crf: 29,
    'b:v': `${rung.maxBitrateKbps}k`,
    g: rung.keyframeIntervalFrames,
    'lag-in-frames': 16,
    'auto-alt-ref': 1,
    'row-mt': 0,
    'tile-columns': 0,
    threads: 1,
  }),
};
