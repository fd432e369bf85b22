import type { Voice } from '@reelyard/shared/contracts/music.ts';

/** What an engine made of one text: a WAV file (any rate, mono or stereo) and how much each word of the text weighs. */
export interface RawSpeech {
  readonly filePath: string;
  /**
   * One number per whitespace-separated word of the text, proportional to how long it takes to say; 0 for a word that
   * is not spoken. Null where the engine cannot tell.
   */
  readonly wordWeights: readonly number[] | null;
  /** How much faster than its own pace the voice spoke: as it was asked to, or 1 where the engine knows one pace only. */
  readonly speed: number;
}

export interface SpeakOptions {
  readonly signal: AbortSignal;
  /** How much faster than the voice's own pace; 1 = as it is. */
  readonly speed: number;
  /** Where the engine may leave files; they are the caller's from then on. */
  readonly folder: string;
  /** Distinguishes the files of several texts in one folder. */
  readonly fileStem: string;
}

/** A synthesiser behind one interface. It never blocks the event loop, and ends when the signal aborts. */
export interface VoiceEngine {
  readonly name: string;
  readonly voices: readonly Voice[];
  speak(text: string, voice: Voice, options: SpeakOptions): Promise<RawSpeech>;
}
