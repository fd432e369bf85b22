import { isQualityWithin, type Quality, qualities } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import { exportAction, prices } from '../credits/price-list.ts';
import type { ScenePlan } from './changed-scenes.ts';

export const readinessReasonSchema = z.object({
  code: z.enum(['SCENES_NOT_RENDERED', 'NARRATION_STALE', 'RENDER_RUNNING']),
  message: z.string(),
  sceneIds: z.array(z.string()),
});
export type ReadinessReason = z.infer<typeof readinessReasonSchema>;

export interface Readiness {
  readonly plans: readonly ScenePlan[];
  /** Scenes that spoken lines wait for; empty where the take is there or nothing is spoken. */
  readonly unspokenSceneIds: readonly string[];
  readonly isRunning: boolean;
}

/** S64, N32: why an export cannot be queued as things are; empty where it can. */
export const readinessReasons = ({ plans, unspokenSceneIds, isRunning }: Readiness): ReadinessReason[] => {
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
            message: 'The narration of these scenes is not spoken yet: publish the project, which does both.',
            sceneIds: [...unspokenSceneIds],
          },
        ]
      : []),
  ];
};

/** The qualities up to `maxQuality`, and what an export at each costs; a sandbox export costs nothing. */
export const exportPrices = (maxQuality: Quality, isSandbox: boolean): { quality: Quality; credits: number }[] =>
  qualities
    .filter((quality) => isQualityWithin(quality, maxQuality))
    .map((quality) => ({ quality, credits: isSandbox ? 0 : prices[exportAction(quality)] }));
