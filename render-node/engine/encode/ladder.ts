import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';

/** What an encoder must know of a rendition: everything that shapes the stream's parameter sets and its quality. */
export interface Rung {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  /** Distance of IDR frames. */
  readonly keyframeIntervalFrames: number;
  readonly h264Level: string;
  /** Peak of the rate buffer, so that a scene full of detail stays within its level and streams without a pause. */
  readonly maxBitrateKbps: number;
  readonly bufferKbits: number;
}

/** Four seconds: seeking stays quick, and a chunk of the frame plan (≤ 120 frames at 30 fps) holds one IDR frame. */
const keyframeIntervalSeconds = 4;

/** Bits per pixel and second at 30 fps that graphics never need in practice: about 14 Mbit/s at 1080p. */
const peakBitsPerPixel = 0.225;

/** Lowest H.264 level by macroblocks per second (ITU-T H.264 table A-1), bitrates of the High profile included. */
const h264Levels = [
  { level: '3.1', macroblocksPerSecond: 108_000, maxKbps: 17_500 },
  { level: '4.0', macroblocksPerSecond: 245_760, maxKbps: 25_000 },
  { level: '4.2', macroblocksPerSecond: 522_240, maxKbps: 62_500 },
  { level: '5.1', macroblocksPerSecond: 983_040, maxKbps: 300_000 },
  { level: '5.2', macroblocksPerSecond: 2_073_600, maxKbps: 300_000 },
] as const;

const peakKbps = (widthPx: number, heightPx: number, fps: number, codec: VideoCodec): number => {
  // Twice the frames need about half again the bits: most of a second frame is predicted.
  const rate = Math.sqrt(fps / 30) * 30;
  const share = codec === 'vp9' ? 0.7 : 1;
  return Math.round((widthPx * heightPx * rate * peakBitsPerPixel * share) / 1_000 / 100) * 100;
};

/** The rung of a picture size, rate and codec. Throws a RangeError for a size beyond level 5.2. */
export const rungFor = (widthPx: number, heightPx: number, fps: number, codec: VideoCodec): Rung => {
  const macroblocksPerSecond = Math.ceil(widthPx / 16) * Math.ceil(heightPx / 16) * fps;
  const maxBitrateKbps = Math.max(2_000, peakKbps(widthPx, heightPx, fps, codec));
  const fitting = h264Levels.find(
    (level) => macroblocksPerSecond <= level.macroblocksPerSecond && maxBitrateKbps <= level.maxKbps,
  );
  if (fitting === undefined) throw new RangeError(`${widthPx} × ${heightPx} at ${fps} fps is beyond H.264 level 5.2`);
  return {
    widthPx,
    heightPx,
    fps,
    keyframeIntervalFrames: keyframeIntervalSeconds * fps,
    h264Level: fitting.level,
    maxBitrateKbps,
    bufferKbits: 2 * maxBitrateKbps,
  };
};
