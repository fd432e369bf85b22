import * as mediaCatalog from '@reelyard/shared/media/catalog.ts';
import type { CallbackOperations } from '../callbacks/operations.ts';
import { endPhases } from '../callbacks/payload.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../database/connection.ts';
import { cancelJobs } from '../dispatch/operations.ts';
import type { WakeUps } from '../dispatch/wake-ups.ts';
import type { EndWithKey } from '../http/end-with-key.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { MediaOperations } from '../media/operations.ts';
import type { controlPlaneMetrics } from '../metrics.ts';
import { publishingCompletions } from '../publishing/completions.ts';
import { type AdvanceDeps, advanceOperations } from '../publishing/operations/advance.ts';
import { settleUse } from '../publishing/operations/settle-use.ts';
import { shareRendition } from '../publishing/operations/share-rendition.ts';
import { watchOperations } from '../publishing/operations/watch-status.ts';
import { type PublishingDeps, publishingOperations } from '../publishing/operations.ts';
import type { PublishState } from '../publishing/publish-state.ts';
import { publishingRoutes } from '../publishing/routes.ts';
import type { Publish } from '../publishing/snapshot.ts';
import type { TemplateCatalog } from '../templates/template-catalog.ts';
import type { UsageOperations } from '../usage/operations.ts';

export interface PublishingParts
  extends Omit<
    PublishingDeps,
    'media' | 'callbacks' | 'steps' | 'use' | 'onEnd' | 'credits' | 'exports' | 'narration'
  > {
  readonly clock: Clock;
  readonly catalog: Pick<TemplateCatalog, 'at'>;
  readonly media: Pick<MediaOperations, 'pickTrack' | 'listVoices'>;
  readonly usage: UsageOperations;
  readonly credits: PublishingDeps['credits'] & Parameters<typeof publishingCompletions>[0]['credits'] & SettledCredits;
  readonly exports: PublishingDeps['exports'] &
    AdvanceDeps['exports'] &
    Parameters<typeof publishingCompletions>[0]['exports'];
  readonly narration: PublishingDeps['narration'] & Parameters<typeof publishingCompletions>[0]['narration'];
  readonly callbacks: CallbackOperations;
  readonly wakeUps: WakeUps;
  readonly endWithKey: EndWithKey;
  /** Aborts when the control plane stops: no open stream keeps it. */
  readonly closing: AbortSignal;
  readonly metrics: Pick<ReturnType<typeof controlPlaneMetrics>, 'publishEnded' | 'framesRendered'>;
}

type SettledCredits = Parameters<typeof settleUse>[0]['credits'];

/** Publishes: what callers may ask, and what the end of each job means for them. */
export const composePublishing = (parts: PublishingParts) => {
  const { clock, catalog, media, usage, credits, callbacks, metrics, wakeUps, endWithKey, closing } = parts;
  const onEnd = async (trx: Transaction, { id, createdAt }: Publish, state: PublishState): Promise<void> => {
    const phase = endPhases.find((each) => each === state);
    if (phase) await callbacks.publishEnded(trx, id, phase);
    metrics.publishEnded(state, (clock().getTime() - createdAt.getTime()) / 1_000);
  };
  const manifestOf = ({ templateSlug, templateVersion }: { templateSlug: string; templateVersion: number }) =>
    catalog.at(templateSlug, templateVersion);
  const use = settleUse({ credits, usage });
  const steps = advanceOperations({ ...parts, use, manifestOf, onEnd });
  const sharing = shareRendition({ use, steps, cancelJobs: cancelJobs(parts.queue) });
  const publishing = publishingOperations({
    ...parts,
    use,
    steps,
    onEnd,
    media: {
      findTrack: mediaCatalog.findTrack,
      findVoice: mediaCatalog.findVoice,
      pickTrack: (tone, projectId) => media.pickTrack(tone, projectId),
      spokenVoices: async () => (await media.listVoices({ page: 1, limit: 1_000, language: null })).entries,
      defaultVoiceId: mediaCatalog.defaultVoiceId,
    },
  });
  const completions = publishingCompletions({ ...parts, use, steps, sharing, onEnd, onFrames: metrics.framesRendered });
  const watch = watchOperations({ wakeUps, status: publishing });
  const routes = ({ publishes }: RateLimits) =>
    publishingRoutes({ publishing, watch, limitPublishes: publishes, endWithKey, closing });
  return { publishing, completions, routes };
};
