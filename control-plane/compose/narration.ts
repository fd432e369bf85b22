import * as mediaCatalog from '@reelyard/shared/media/catalog.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { MediaOperations } from '../media/operations.ts';
import { type NarrationDeps, narrationOperations } from '../narration/operations.ts';
import { narrationRoutes } from '../narration/routes.ts';

export interface NarrationParts extends Omit<NarrationDeps, 'media'> {
  readonly media: Pick<MediaOperations, 'listVoices'>;
}

/** Narration, with the voices that the farm can speak with now. */
export const composeNarration = (parts: NarrationParts) => {
  const { media } = parts;
  const narration = narrationOperations({
    ...parts,
    media: {
      spokenVoices: async () => (await media.listVoices({ page: 1, limit: 1_000, language: null })).entries,
      defaultVoiceId: mediaCatalog.defaultVoiceId,
    },
  });
  const routes = ({ publishes }: RateLimits) => narrationRoutes({ narration, limitPublishes: publishes });
  return { narration, routes };
};
