/**
 * How often a second the ground is drawn anew. In every template at least 99.95 % of its luma samples move by one level or
 * not at all from one to the next, so nothing is seen to step.
 */
const groundRate = 10;

/**
 * The frame whose ground lies under frame `index`: the nearest of those that are drawn, so it is a frame off at 30 fps at
 * most. It depends on the index alone (chunks join without a seam), and the first and the last frame have their own.
 */
export const groundFrameOf = (index: number, fps: number, frameCount: number): number => {
  const held = Math.max(1, Math.round(fps / groundRate));
  return Math.min(frameCount - 1, Math.round(index / held) * held);
};
