import { isQualityWithin, type Quality, qualities } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import type { ScenePlan } from './changed-scenes.ts';

export const readinessReasonSchema = z.object({
  code: z.enum(['SCENES_NOT_RENDERED', 'PENDING_CAPTURE', 'NARRATION_STALE', 'RENDER_RUNNING']),
  message: z.string(),
  sceneIds: z.array(z.string()),
});
export type ReadinessReason = z.infer<typeof readinessReasonSchema>;

export interface Readiness {
  readonly plans: readonly ScenePlan[];
  /** Scenes that spoken lines wait for; empty where the take is there or nothing is spoken. */
  readonly unspokenSceneIds: readonly string[];
  /** Scenes whose web page was not captured yet (S60). */
  readonly uncapturedSceneIds: readonly string[];
  readonly isRunning: boolean;
}

/** S64, N32: why an export cannot be queued as things are; empty where it can. */
export const readinessReasons = ({
  plans,
  unspokenSceneIds,
  uncapturedSceneIds,
  isRunning,
}: Readiness): ReadinessReason[] => {
  const undrawn = plans.filter(({ kind }) => kind !== 'reuse').map(({ sceneId }) => sceneId);
  return [
    ...(isRunning
      ? [
          {
            code: 'RENDER_RUNNING' as const,
            message: 'A publish or a render of this project is under way.',
            sceneIds: [],
          },
        ]
      : []),
    ...(uncapturedSceneIds.length > 0
      ? [
          {
            code: 'PENDING_CAPTURE' as const,
            message:
              'The web page that these scenes show was not captured yet: GET /projects/:projectId/captures/pending.',
            sceneIds: [...uncapturedSceneIds],
          },
        ]
      : []),
    ...(undrawn.length > 0
      ? [
          {
            code: 'SCENES_NOT_RENDERED' as const,
            message: 'These scenes are not rendered as they are now: POST /projects/:projectId/render/start.',
            sceneIds: undrawn,
          },
        ]
      : []),
    ...(unspokenSceneIds.length > 0
      ? [
          {
            code: 'NARRATION_STALE' as const,
            message: 'The narration of these scenes is not spoken yet: POST /projects/:projectId/narration.',
            sceneIds: [...unspokenSceneIds],
          },
        ]
      : []),
  ];
};

/** The qualities up to `maxQuality`, and what an export at each costs by `creditsOf`. */
export const exportPrices = (
  maxQuality: Quality,
  creditsOf: (quality: Quality) => number,
): { quality: Quality; credits: number }[] =>
  qualities
    .filter((quality) => isQualityWithin(quality, maxQuality))
    .map((quality) => ({ quality, credits: creditsOf(quality) }));
