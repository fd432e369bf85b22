import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import { chooseEncoder, type Proof } from './catalog.ts';
import type { Encoder } from './encoder.ts';

/** The encoders that work on this machine now: those that were proven, without those that failed since. */
export interface WorkingEncoders {
  /** In order of preference. */
  list(): readonly Encoder[];
  /** Null where the node has none for the codec. */
  choose(codec: VideoCodec): Encoder | null;
  /** B9: a card that disappeared takes its encoder with it; the next of the codec is used until the node restarts. */
  distrust(encoder: Encoder): void;
}

export const workingEncoders = (proofs: readonly Proof[]): WorkingEncoders => {
  let working: readonly Encoder[] = proofs.flatMap((proof) => (proof.proven ? [proof.encoder] : []));
  return {
    list: () => working,
    choose: (codec) => chooseEncoder(working, codec),
    distrust: (encoder) => {
      working = working.filter((candidate) => candidate !== encoder);
    },
  };
};
