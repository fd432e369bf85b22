import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { type FillRequest, fillTemplate } from '@reelyard/shared/scene/fill-template.ts';
import { fontChooser } from '@reelyard/shared/scene/font-chooser.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { SceneFailure } from '@reelyard/shared/scene/scene-failure.ts';
import { nodeFonts, nodePlatform } from './node-platform.ts';

export interface SceneRequest extends FillRequest {
  /** Storage key -> local file, for every picture among the values. */
  readonly images: Readonly<Record<string, string>>;
}

/** Fonts are read once per process. */
const chooseFonts = fontChooser(nodeFonts);

/**
 * Values -> self-contained Lottie documents, drawn with what this node has (fill-template.ts). Throws a JobFailureError
 * for what cannot be drawn: never retried, its credit goes back (S59).
 */
export const prepareScene = async ({ images, ...request }: SceneRequest): Promise<PreparedScene> => {
  try {
    return await fillTemplate(nodePlatform(images), chooseFonts, request);
  } catch (error) {
    if (!(error instanceof SceneFailure)) throw error;
    const { code, message, layer, cause } = error;
    throw new JobFailureError({ blame: 'input', retryable: false, stage: 'prepare', code, message, layer }, { cause });
  }
};
