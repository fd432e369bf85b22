import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { NarrationSegment } from '@reelyard/shared/contracts/jobs/narration-synthesize.ts';
import { codecOfContainer, pixelSizes } from '@reelyard/shared/contracts/render-format.ts';
import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { Publish, PublishScene } from './snapshot.ts';

export interface SpokenTake {
  readonly takeKey: string;
  readonly segments: readonly NarrationSegment[];
}

/** A reused take may have been made for scenes of other ids: its segments are those of our lines, in order. */
const ownSegments = (scenes: readonly PublishScene[], segments: readonly NarrationSegment[]): NarrationSegment[] => {
  const spoken = scenes.filter((scene) => (scene.voiceoverText ?? '').trim() !== '');
  return segments.map((segment, index) => ({ ...segment, sceneId: spoken[index]?.sceneId ?? segment.sceneId }));
};

/** The assembly of a publish whose scenes are all drawn: everything that the node needs, in order. Throws where one is not. */
export const exportPayload = (
  publish: Publish,
  scenes: readonly PublishScene[],
  manifestOf: (scene: PublishScene) => TemplateManifest,
  take: SpokenTake | null,
): Omit<PayloadOf<'export.assemble'>, 'exportId'> => ({
  title: publish.title,
  container: publish.format,
  codec: codecOfContainer[publish.format],
  ...pixelSizes[publish.aspectRatio][publish.quality],
  fps: scenes[0]?.fps ?? 0,
  scenes: scenes.map((scene) => {
    const { rendition } = scene;
    if (!rendition) throw new Error(`scene ${scene.sceneId} of ${publish.id} was not drawn`);
    const { soundCues, posterAtSeconds } = manifestOf(scene);
    return {
      sceneId: scene.sceneId,
      title: scene.title,
      mezzanineKey: rendition.mezzanineKey,
      frameCount: rendition.frameCount,
      durationSeconds: rendition.durationSeconds,
      parameterSetsHash: rendition.parameterSetsHash,
      soundCues: [...soundCues],
      posterAtSeconds,
    };
  }),
  music: publish.music.trackId === null ? null : { trackId: publish.music.trackId },
  narration: take ? { takeKey: take.takeKey, segments: ownSegments(scenes, take.segments) } : null,
  includeSoundEffects: publish.includeSoundEffects,
});
