import { isGroundLayer } from '../templates/motion-kit/ground.ts';
import type { LottieLayer, LottieScene } from '../templates/template.ts';

/** What draws a layer's slots, and nothing else. */
const withLayers = (scene: LottieScene, layers: readonly LottieLayer[]): LottieScene => {
  const text = JSON.stringify([layers, scene.assets]);
  const slots = Object.entries(scene.slots).filter(([id]) => text.includes(`"sid":${JSON.stringify(id)}`));
  return { ...scene, layers, slots: Object.fromEntries(slots) };
};

/**
 * A scene as two documents: the ground, which are the motion kit's ground layers at the very bottom, and all that is drawn
 * over it. Null where a scene has no such ground.
 */
export const withoutGround = (
  scene: LottieScene,
): { readonly ground: LottieScene | null; readonly rest: LottieScene } => {
  const groundAt = scene.layers.findLastIndex((layer) => !isGroundLayer(layer)) + 1;
  const ground = scene.layers.slice(groundAt);
  if (ground.length === 0) return { ground: null, rest: scene };
  return {
    ground: withLayers({ ...scene, assets: [] }, ground),
    rest: withLayers(scene, scene.layers.slice(0, groundAt)),
  };
};
