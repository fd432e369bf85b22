/** A scene ready to be drawn: self-contained Lottie documents, fonts and pictures inside as data URIs. */
export interface PreparedScene {
  /** What moves and what is sharp: everything but the ground. */
  readonly lottieJson: string;
  /**
   * What lies under everything: opaque, soft and slow, so that it may be drawn small, enlarged, and held for a few frames.
   * Null = black.
   */
  readonly groundJson: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly frameCount: number;
  /** The frame that stands for the scene in a still picture. */
  readonly posterFrame: number;
}
