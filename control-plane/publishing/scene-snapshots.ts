import { renditionHash, sceneInputHash } from '@reelyard/shared/contracts/input-hash.ts';
import { codecOfContainer, pixelSizes } from '@reelyard/shared/contracts/render-format.ts';
import type { LoadedProject } from '../projects/operations.ts';
import type { Publish, SceneSnapshot } from './snapshot.ts';

/** Every scene as it is now, with the hashes that decide what is drawn again. */
export const snapshotsOf = (
  { project, scenes }: Pick<LoadedProject, 'project' | 'scenes'>,
  shape: { watermark: boolean; format: Publish['format']; quality: Publish['quality'] },
): SceneSnapshot[] => {
  const size = pixelSizes[project.aspectRatio][shape.quality];
  // One rate for the whole video: a stream copy cannot join two.
  const fps = Math.max(...scenes.map(({ manifest }) => manifest.fps));
  return scenes.map(({ scene, manifest, values }) => {
    const { templateSlug, templateVersion } = scene;
    const inputHash = sceneInputHash({ templateSlug, templateVersion, values, watermark: shape.watermark });
    return {
      sceneId: scene.id,
      position: scene.position,
      title: scene.title ?? manifest.name,
      templateSlug,
      templateVersion,
      values,
      voiceoverText: scene.voiceoverText,
      inputHash,
      renditionHash: renditionHash(inputHash, { ...size, fps, codec: codecOfContainer[shape.format] }),
      ...size,
      fps,
      frameCount: Math.round(manifest.durationSeconds * fps),
      durationSeconds: manifest.durationSeconds,
    };
  });
};
