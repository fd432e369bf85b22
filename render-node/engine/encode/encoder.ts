import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import type { Rung } from './ladder.ts';

/** One way to make a codec. */
export interface Encoder {
  readonly name: string;
  readonly codec: VideoCodec;
  readonly hardware: boolean;
  /**
   * ffmpeg's output options for codec, quality and GOP. Pure: the same rung gives the same stream parameters on every
   * chunk and node, which is what lets them be joined by stream copy.
   */
  readonly options: (rung: Rung) => Readonly<Record<string, string | number>>;
}
