import type { ScenePlan } from './changed-scenes.ts';

/** What a scene that a web session has drawn counts as: new, or drawn before and changed since (N40). */
export type CountedAs = 'scene_render' | 'scene_render_revision';

/**
 * S106: what a publish of a web session counts against the plan's month, scene by scene: where a key would pay a credit.
 * `drawnBefore` = scenes that a run has drawn at some time.
 */
export const countedScenes = (
  plans: readonly ScenePlan[],
  drawnBefore: ReadonlySet<string>,
): ReadonlyMap<string, CountedAs> =>
  new Map(
    plans.flatMap((plan) =>
      plan.kind === 'render' && plan.isCharged
        ? [[plan.sceneId, drawnBefore.has(plan.sceneId) ? 'scene_render_revision' : 'scene_render'] as const]
        : [],
    ),
  );

/** The same by feature, in the order in which they are counted: every publish locks them in this one. */
export const unitsByFeature = (
  scenes: ReadonlyMap<string, CountedAs>,
  hasExport: boolean,
): { feature: CountedAs | 'export'; units: number }[] => {
  const count = (feature: CountedAs): number => [...scenes.values()].filter((each) => each === feature).length;
  return [
    { feature: 'scene_render', units: count('scene_render') },
    { feature: 'scene_render_revision', units: count('scene_render_revision') },
    { feature: 'export', units: hasExport ? 1 : 0 },
  ];
};
