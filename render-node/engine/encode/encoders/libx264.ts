import type { Encoder } from '../encoder.ts';

/**
 * H.264 in software. Not `veryfast`: `superfast` with macroblock trees and ten frames of look-ahead took 0.66 of its CPU
 * (19.8 against 28.8 ms a frame) and made smaller files at the same SSIM on our scenes at 1080p, crf 19:
 *   big claim       454 against 682 kB, SSIM 0.9960 against 0.9962 (plain superfast: 3,512 kB)
 *   product window  357 against 450 kB, SSIM 0.9964 against 0.9966 (plain superfast: 1,726 kB)
 * Graphics gain from macroblock trees what film gains from motion search, so one setting serves every rung.
 * aq-mode 3 gives dark gradients more of the bits (+12 % of the file).
 */
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
    'x264-params': 'mbtree=1:rc-lookahead=10:aq-mode=3:open-gop=0',
  }),
};
