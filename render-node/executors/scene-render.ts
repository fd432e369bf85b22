import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { type LayerValues, picturesOf } from '@reelyard/shared/contracts/layer-value.ts';
import type { Attempt, Executor } from '@reelyard/shared/node-runtime/executor.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { findTemplate, getTemplate } from '@reelyard/shared/templates/catalog.ts';
import type { Template } from '@reelyard/shared/templates/template.ts';
import { type CapacityLedger, chunkCost } from '../capacity.ts';
import type { Encoder } from '../engine/encode/encoder.ts';
import type { WorkingEncoders } from '../engine/encode/working-encoders.ts';
import { type Mezzanine, renderMezzanine } from '../engine/render-mezzanine.ts';
import type { FramePool } from '../engine/scene/frame-pool.ts';
import { prepareScene } from '../engine/scene/prepare-scene.ts';
import type { NodeMetrics } from '../metrics.ts';

export interface SceneRenderDeps {
  readonly pool: FramePool;
  readonly encoders: WorkingEncoders;
  readonly capacity: CapacityLedger;
  readonly metrics: Pick<NodeMetrics, 'framesEncoded' | 'sceneRendered' | 'encoderLost'>;
  readonly stallSeconds: number;
}

type SceneAttempt = Attempt<'scene.render'>;

const templateOf = (slug: string, version: number): Template => {
  try {
    return getTemplate(slug, version);
  } catch (cause) {
    // A node of another release may have it.
    const known = findTemplate(slug) !== null;
    const message = `This node does not have ${known ? 'that version of the template' : 'the template'}.`;
    throw new JobFailureError(
      { blame: 'node', retryable: true, stage: 'prepare', code: 'TEMPLATE_UNKNOWN', message },
      { cause },
    );
  }
};

/** Storage key -> file, each fetched once. */
const fetchImages = async (attempt: SceneAttempt, values: LayerValues): Promise<Record<string, string>> => {
  const images = new Map(
    Object.values(values).flatMap((value) =>
      picturesOf(value).map(({ storageKey, mimeType }) => [storageKey, mimeType] as const),
    ),
  );
  const fetched = [...images].map(async ([storageKey, mimeType], index): Promise<[string, string]> => {
    const path = join(attempt.scratchPath, `image-${index}.${mimeType === 'image/png' ? 'png' : 'jpg'}`);
    await attempt.download(storageKey, path);
    return [storageKey, path];
  });
  return Object.fromEntries(await Promise.all(fetched));
};

const prepare = async (attempt: SceneAttempt): Promise<PreparedScene> => {
  const { templateSlug, templateVersion, values, widthPx, heightPx, fps, watermark } = attempt.lease.payload;
  const template = templateOf(templateSlug, templateVersion);
  const images = await fetchImages(attempt, values);
  return await prepareScene({ template, values, images, widthPx, heightPx, fps, watermark });
};

/** Only hardware goes away while software stays: its encoder's failure is worth a second try on the spot. */
const isLostHardware = (encoder: Encoder, error: unknown): boolean =>
  encoder.hardware && error instanceof JobFailureError && error.failure.stage === 'encode';

interface Rendered {
  readonly mezzanine: Mezzanine;
  readonly encoder: Encoder;
  readonly firstFrameMs: number;
}

const render = async (
  deps: SceneRenderDeps,
  attempt: SceneAttempt,
  scene: PreparedScene,
  startedAtMs: number,
): Promise<Rendered> => {
  const { codec } = attempt.lease.payload;
  const encoder = deps.encoders.choose(codec);
  if (encoder === null) {
    const message = `This node cannot encode ${codec}.`;
    throw new JobFailureError({ blame: 'node', retryable: true, stage: 'encode', code: 'NO_ENCODER', message });
  }
  const folderPath = join(attempt.scratchPath, encoder.name);
  await mkdir(folderPath);
  let firstFrameMs = 0;
  let counted = 0;
  try {
    const mezzanine = await renderMezzanine(deps.pool, {
      scene,
      encoder,
      folderPath,
      stallSeconds: deps.stallSeconds,
      reserve: async (signal) => await deps.capacity.reserve(chunkCost(scene, encoder.hardware), signal),
      onStarted: () => {
        firstFrameMs = performance.now() - startedAtMs;
      },
      onAcknowledged: (done) => {
        deps.metrics.framesEncoded(done - counted);
        counted = done;
        attempt.report({ stage: 'render', done, total: scene.frameCount });
      },
      signal: attempt.signal,
    });
    return { mezzanine, encoder, firstFrameMs };
  } catch (error) {
    attempt.signal.throwIfAborted();
    if (!isLostHardware(encoder, error)) throw error;
    deps.encoders.distrust(encoder);
    deps.metrics.encoderLost(encoder.name);
    return await render(deps, attempt, scene, startedAtMs);
  }
};

/** Template + values -> the scene's mezzanine and poster, both handed in (B9: falls back where hardware goes away). */
export const sceneRender =
  (deps: SceneRenderDeps): Executor<'scene.render'> =>
  async (attempt): Promise<ResultOf<'scene.render'>> => {
    const startedAtMs = performance.now();
    attempt.report({ stage: 'prepare', done: 0, total: 1 });
    const scene = await prepare(attempt);
    attempt.signal.throwIfAborted();
    const preparedAtMs = performance.now();

    const { mezzanine, encoder, firstFrameMs } = await render(deps, attempt, scene, startedAtMs);
    const renderedAtMs = performance.now();

    attempt.report({ stage: 'upload', done: 0, total: 1 });
    await Promise.all([attempt.upload('video', mezzanine.videoPath), attempt.upload('poster', mezzanine.posterPath)]);
    const endedAtMs = performance.now();

    const { raster, encode } = mezzanine.timingsMs;
    deps.metrics.sceneRendered({
      frameCount: mezzanine.frameCount,
      rasterSeconds: raster / 1_000,
      encodeSeconds: encode / 1_000,
      renderSeconds: (renderedAtMs - preparedAtMs) / 1_000,
      firstFrameSeconds: firstFrameMs / 1_000,
      encoder: encoder.name,
    });
    return {
      frameCount: mezzanine.frameCount,
      durationSeconds: mezzanine.durationSeconds,
      encoder: encoder.name,
      parameterSetsHash: mezzanine.parameterSetsHash,
      timingsMs: {
        prepare: preparedAtMs - startedAtMs,
        raster,
        encode,
        upload: endedAtMs - renderedAtMs,
        total: endedAtMs - startedAtMs,
        firstFrame: firstFrameMs,
      },
    };
  };
