import * as mediaCatalog from '@reelyard/shared/media/catalog.ts';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import type { ProjectDependencies } from '../projects/operations/dependencies.ts';
import { projectOperations } from '../projects/operations.ts';

/** Projects, with the fonts, music and voices that the farm ships. */
export const composeProjects = (parts: Omit<ProjectDependencies, 'fontFamilies' | 'media'>) =>
  projectOperations({
    ...parts,
    fontFamilies,
    media: {
      hasTrack: (trackId) => mediaCatalog.findTrack(trackId) !== null,
      hasVoice: (voiceId) => mediaCatalog.findVoice(voiceId) !== null,
    },
  });
