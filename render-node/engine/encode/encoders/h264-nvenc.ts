import type { Encoder } from '../encoder.ts';

/**
 * H.264 on an NVIDIA card that has an encoder (T4, A10, L4, L40S, RTX; A100 and H100 have none, which the proof at
 * start finds out). p5 with spatial AQ keeps dark gradients clean; B-frames as references need a Turing or later card
 * and are left out, so that one argument list works on all of them. forced-idr and strict_gop keep GOPs closed.
 */
export const h264Nvenc: Encoder = {
  name: 'h264_nvenc',
  codec: 'h264',
  hardware: true,
  options: (rung) => ({
    'c:v': 'h264_nvenc',
    preset: 'p5',
    tune: 'hq',
    'profile:v': 'high',
    'level:v': rung.h264Level,
    rc: 'vbr',
    cq: 21,
    'b:v': 0,
    maxrate: `${rung.maxBitrateKbps}k`,
    bufsize: `${rung.bufferKbits}k`,
    g: rung.keyframeIntervalFrames,
    bf: 2,
    'forced-idr': 1,
    strict_gop: 1,
    'spatial-aq': 1,
    'rc-lookahead': 16,
  }),
};
