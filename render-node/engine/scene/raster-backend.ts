import type { PreparedScene } from './prepared-scene.ts';

/** The part of a picture that differs from the frame drawn before. */
export interface DamageRect {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Draws one scene's frames in any order. One instance belongs to one thread. */
export interface RasterBackend {
  /** Replaces the scene that was open. Throws a JobFailureError where the document cannot be read. */
  open(scene: PreparedScene): void;
  /** Draws a frame; null = its picture is that of the frame drawn before. */
  frame(index: number): DamageRect | null;
  /** A copy of the drawn picture: RGBA, premultiplied on black, rows without gaps. */
  read(): Uint8Array;
  /** The drawn picture as a JPEG. */
  encodeJpeg(quality: number): Promise<Buffer>;
  close(): void;
}
