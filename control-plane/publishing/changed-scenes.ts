export interface SceneToPublish {
  readonly sceneId: string;
  readonly inputHash: string;
  readonly renditionHash: string;
}

export interface KnownRenditions {
  /** Rendition hash -> the rendition that is there. */
  readonly renditionIds: ReadonlyMap<string, string>;
  /** Inputs that were paid for before, at whatever size (a scene counts once per input, N51, S120). */
  readonly paidInputHashes: ReadonlySet<string>;
}

export type ScenePlan =
  /** There already: nothing to do and nothing to pay. */
  | { readonly kind: 'reuse'; readonly sceneId: string; readonly renditionId: string }
  /** Drawn now; `isCharged` where its inputs are new, or where it was asked for although nothing changed. */
  | { readonly kind: 'render'; readonly sceneId: string; readonly isCharged: boolean }
  /** Looks exactly like a scene of the same publish that is drawn now. */
  | { readonly kind: 'share'; readonly sceneId: string; readonly withSceneId: string };

/** S47, S120: which scenes are drawn again, in order; `force` draws all of them, and as work that is paid anew (N32). */
export const planScenes = (scenes: readonly SceneToPublish[], known: KnownRenditions, force = false): ScenePlan[] => {
  const drawnHere = new Map<string, string>();
  const paid = new Set(known.paidInputHashes);
  return scenes.map(({ sceneId, inputHash, renditionHash }): ScenePlan => {
    const renditionId = known.renditionIds.get(renditionHash);
    if (renditionId !== undefined && !force) return { kind: 'reuse', sceneId, renditionId };
    const withSceneId = drawnHere.get(renditionHash);
    if (withSceneId !== undefined) return { kind: 'share', sceneId, withSceneId };
    drawnHere.set(renditionHash, sceneId);
    const isCharged = force || !paid.has(inputHash);
    paid.add(inputHash);
    return { kind: 'render', sceneId, isCharged };
  });
};
