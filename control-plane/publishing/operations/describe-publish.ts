import type { Database } from '../../database/connection.ts';
import { exportStatusOf } from '../../exports/export-view.ts';
import type { ExportOperations } from '../../exports/operations.ts';
import { sceneRenderState } from '../progress.ts';
import { sceneFailures } from '../publish-view.ts';
import { findPublish } from '../store/publishes.ts';
import { listScenes } from '../store/scenes.ts';

/**
 * What one publish came to, for whoever is told of its end (S111): of this very publish, even where the project has
 * been edited or published again since. Throws where there is no such publish.
 */
export const describePublish =
  ({ db, exports }: { db: Database; exports: Pick<ExportOperations, 'ofPublish' | 'sign'> }) =>
  async (publishId: string) => {
    const publish = await findPublish(db, publishId);
    if (publish === null) throw new Error(`there is no publish ${publishId}`);
    const scenes = await listScenes(db, publishId);
    const own = await exports.ofPublish(db, publishId);
    return {
      requestId: publish.id,
      projectId: publish.projectId,
      videoUrl: await exports.sign(own?.fileKey ?? null),
      thumbnailUrl: await exports.sign(own?.thumbnailKey ?? null),
      durationSeconds: own?.durationSeconds ?? null,
      export: own && {
        id: own.id,
        status: exportStatusOf(own),
        quality: own.quality,
        format: own.format,
        errorMessage: own.failure?.message ?? null,
      },
      render: {
        failures: sceneFailures(scenes),
        scenes: await Promise.all(
          scenes.map(async (scene) => ({
            sceneId: scene.sceneId,
            state: sceneRenderState(scene),
            previewUrl: await exports.sign(scene.rendition?.mezzanineKey ?? null),
          })),
        ),
      },
    };
  };
