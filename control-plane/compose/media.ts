import * as mediaCatalog from '@reelyard/shared/media/catalog.ts';
import { voiceSamplePath } from '@reelyard/shared/media/voice-samples.ts';
import { previewPath } from '@reelyard/shared/templates/preview.ts';
import { thumbnailPath } from '@reelyard/shared/templates/thumbnail.ts';
import { mediaOperations } from '../media/operations.ts';
import { mediaFileRoutes, mediaRoutes } from '../media/routes.ts';
import type { NodeOperations } from '../nodes/operations.ts';

/** Music, voices and the files of the templates: what there is of them, and where it is served. */
export const composeMedia = ({
  nodes,
  publicUrl,
}: {
  readonly nodes: Pick<NodeOperations, 'listReady'>;
  readonly publicUrl: string;
}) => {
  const files = {
    trackPath: (id: string) => (mediaCatalog.findTrack(id) === null ? null : mediaCatalog.trackPath(id)),
    voiceSamplePath,
    thumbnailPath,
    previewPath,
  };
  const media = mediaOperations({
    library: mediaCatalog,
    readyVoiceIds: async () => (await nodes.listReady()).flatMap((node) => node.capabilities.voices),
  });
  return { media, routes: mediaRoutes({ media, files, publicUrl }), files: mediaFileRoutes(files) };
};
