/** A scene that cannot be drawn because of what it was given. */
export class SceneFailure extends Error {
  /** UPPER_SNAKE, stable, for programs. */
  readonly code: string;
  /** The layer at fault. */
  readonly layer: string;
  constructor(code: string, message: string, layer: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SceneFailure';
    this.code = code;
    this.layer = layer;
  }
}
