/** A scene's mezzanine as the assembler sees it. */
export interface SceneFile {
  readonly filePath: string;
  readonly frameCount: number;
  /** Equal hashes may be joined by stream copy. */
  readonly parameterSetsHash: string;
}

/**
 * The scene to encode first where parameter sets disagree: the shortest of the rarest kind. What comes out of it tells
 * which parameter sets this node's encoder writes. Null where all agree and nothing has to be encoded.
 */
export const firstToReencode = (scenes: readonly SceneFile[]): number | null => {
  const framesOf = new Map<string, number>();
  for (const { parameterSetsHash, frameCount } of scenes)
    framesOf.set(parameterSetsHash, (framesOf.get(parameterSetsHash) ?? 0) + frameCount);
  if (framesOf.size <= 1) return null;
  const weight = (scene: SceneFile): number => framesOf.get(scene.parameterSetsHash) ?? 0;
  const order = scenes
    .map((scene, index) => ({ scene, index }))
    .toSorted((a, b) => weight(a.scene) - weight(b.scene) || a.scene.frameCount - b.scene.frameCount);
  return order[0]?.index ?? null;
};

/** The scenes that must be encoded again to agree with `hash`. */
export const disagreeing = (scenes: readonly SceneFile[], hash: string): number[] =>
  scenes.flatMap((scene, index) => (scene.parameterSetsHash === hash ? [] : [index]));

export const framesIn = (scenes: readonly SceneFile[]): number =>
  scenes.reduce((sum, scene) => sum + scene.frameCount, 0);

/** The first frame of every scene on the whole timeline. */
export const firstFrames = (scenes: readonly { readonly frameCount: number }[]): number[] => {
  let frame = 0;
  return scenes.map(({ frameCount }) => {
    const first = frame;
    frame += frameCount;
    return first;
  });
};

/**
 * The list for ffmpeg's concat demuxer, which counts in microseconds: each duration is the difference of two rounded
 * borders, so that the rounding never adds up and every border falls on its frame's own tick. Names are ours.
 */
export const concatList = (
  scenes: readonly { readonly name: string; readonly frameCount: number }[],
  fps: number,
): string => {
  const microsAt = (frame: number): number => Math.round((frame * 1_000_000) / fps);
  const starts = firstFrames(scenes);
  const lines = scenes.flatMap(({ name, frameCount }, index) => {
    const start = starts[index] ?? 0;
    return [`file ${name}`, `duration ${((microsAt(start + frameCount) - microsAt(start)) / 1_000_000).toFixed(6)}`];
  });
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
};
