/** A run of consecutive frames that one worker draws into one encoder. */
export interface Chunk {
  readonly index: number;
  readonly firstFrame: number;
  readonly frameCount: number;
}

export const hasFrame = (chunk: Chunk, frame: number): boolean =>
  frame >= chunk.firstFrame && frame < chunk.firstFrame + chunk.frameCount;

/** Shorter chunks cost more bitrate (each starts with an IDR frame) than their parallelism is worth. */
export const minChunkFrames = 60;
/** A chunk no longer than the keyframe interval of the ladder (4 s at 30 fps) holds exactly one IDR frame. */
const wishedChunkFrames = 120;

/**
 * Splits a scene into even chunks: the smallest multiple of the worker count that brings chunks to 120 frames or less,
 * so that all workers end together, but never chunks of less than 60 frames. A scene below 120 frames is one chunk.
 */
export const planChunks = (frameCount: number, workerCount: number): Chunk[] => {
  const most = Math.max(1, Math.floor(frameCount / minChunkFrames));
  const wished = Math.ceil(frameCount / wishedChunkFrames / workerCount) * workerCount;
  const chunkCount = Math.min(most, wished);
  const start = (index: number): number => Math.floor((index * frameCount) / chunkCount);
  return Array.from({ length: chunkCount }, (_, index) => ({
    index,
    firstFrame: start(index),
    frameCount: start(index + 1) - start(index),
  }));
};
