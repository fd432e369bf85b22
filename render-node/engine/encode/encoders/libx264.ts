import type { Encoder } from '../encoder.ts';

/** H.264 in software. */
export const libx264: Encoder = {
  name: 'libx264',
  codec: 'h264',
  hardware: false,
  options: (rung) => ({
    'c:v': 'libx264',
    preset: 'superfast',
    'profile:v': 'high',
    'level:v': rung.h264Level,
    crf: 19,
    maxrate: `${rung.maxBitrateKbps}k`,
    bufsize: `${rung.bufferKbits}k`,
    g: rung.keyframeIntervalFrames,
    threads: 1,
    'x264-params': 'mbtree=1:rc-lookahead=10:open-gop=0',
  }),
};
