/** A scene ready to be drawn: one self-contained Lottie document, fonts and pictures inside as data URIs. */
export interface PreparedScene {
  readonly lottieJson: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly frameCount: number;
  /** The frame that stands for the scene in a still picture. */
  readonly posterFrame: number;
}
