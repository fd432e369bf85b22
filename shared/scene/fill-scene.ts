import type { LottieAsset, LottieLayer, LottieScene, LottieValue } from '../templates/template.ts';

export interface Filling {
  /** Slot id -> value; slots that are not named keep the value of the scene. */
  readonly slots: ReadonlyMap<string, LottieValue>;
  /** Parts that are there; a layer that needs another is left out. */
  readonly shown: ReadonlySet<string>;
}

/** A layer is there where all that it needs and hangs on is there. */
const keepShown = (layers: readonly LottieLayer[], shown: ReadonlySet<string>): LottieLayer[] => {
  const byIndex = new Map(layers.map((layer) => [layer['ind'], layer]));
  const isThere = (layer: LottieLayer): boolean => {
    if (layer.needs !== undefined && !shown.has(layer.needs)) return false;
    const parent = byIndex.get(layer['parent']);
    return parent === undefined || isThere(parent);
  };
  return layers.filter(isThere).map(({ needs: _needs, ...layer }) => layer as LottieLayer);
};

const isReferenced = (asset: LottieAsset, used: ReadonlySet<LottieValue>): boolean => used.has(asset.id);

/** A scene with its slots filled, without the layers, assets and slots that nothing shows. Pure and deterministic. */
export const fillScene = (scene: LottieScene, filling: Filling): LottieScene => {
  const layers = keepShown(scene.layers, filling.shown);
  const inner = scene.assets.map((asset) =>
    asset.layers === undefined ? asset : { ...asset, layers: keepShown(asset.layers, filling.shown) },
  );
  const used = new Set<LottieValue>(layers.map((layer) => layer['refId']));
  for (const asset of inner) if (used.has(asset.id)) for (const layer of asset.layers ?? []) used.add(layer['refId']);
  const assets = inner.filter((asset) => isReferenced(asset, used));
  const left = JSON.stringify([layers, assets]);
  const slots = Object.fromEntries(
    Object.entries(scene.slots)
      .filter(([id]) => left.includes(`"sid":${JSON.stringify(id)}`))
      .map(([id, slot]) => {
        const value = filling.slots.get(id);
        return [id, value === undefined ? slot : { p: value }];
      }),
  );
  return { ...scene, layers, assets, slots };
};

const isObject = (value: LottieValue): value is { readonly [key: string]: LottieValue } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const retimeValue = (value: LottieValue, factor: number): LottieValue => {
  if (Array.isArray(value)) return (value as readonly LottieValue[]).map((member) => retimeValue(member, factor));
  if (!isObject(value)) return value;
  const isKeyframe = typeof value['t'] === 'number' && Array.isArray(value['s']);
  const isLayer = typeof value['ip'] === 'number' && typeof value['op'] === 'number';
  const timeKeys = isKeyframe ? ['t'] : isLayer ? ['ip', 'op', 'st'] : [];
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      timeKeys.includes(key) && typeof member === 'number' ? member * factor : retimeValue(member, factor),
    ]),
  );
};

/** The same scene on another frame rate: frame i of the document is frame i of the video. */
export const retimeScene = (scene: LottieScene, fps: number): LottieScene =>
  fps === scene.fr
    ? scene
    : { ...(retimeValue(scene as unknown as LottieValue, fps / scene.fr) as unknown as LottieScene), fr: fps };
