import { isImageLayer, type Parameters, type TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { StoredImage } from '../../assets/stored-image.ts';
import type { Problem } from '../../http/refusal.ts';
import { joinPath, unusableTexts } from '../../http/text-check.ts';
import { findLayer } from '../layer-values.ts';
import type { StoredImages } from '../resolve-layers.ts';
import type { ProjectDependencies } from './dependencies.ts';

export interface PicturesToTake {
  /** Where the parameters stand in the request. */
  readonly path: string;
  readonly manifest: TemplateManifest;
  /** Checked parameters; all others than pictures are passed over. */
  readonly parameters: Parameters;
}

export interface TakenImages {
  readonly images: StoredImages;
  readonly problems: readonly Problem[];
}

/** Fetches and stores every picture that the parameters name, all at once (the intake bounds how many run). */
export const takeImages = async (
  { assets }: Pick<ProjectDependencies, 'assets'>,
  accountId: string,
  { path, manifest, parameters }: PicturesToTake,
): Promise<TakenImages> => {
  const results = await Promise.all(
    Object.entries(parameters).map(async ([key, url]) => {
      const layer = findLayer(manifest, key);
      if (layer === null || typeof url !== 'string' || !isImageLayer(layer.type)) return null;
      // Named already, with the shape of the request.
      if (unusableTexts(url).length > 0) return null;
      const { maxBytes, mimeTypes, minWidth, minHeight } = layer.validation;
      const place = joinPath(path, key);
      const intake = { accountId, url, path: place, maxBytes, mimeTypes, minWidth, minHeight };
      return { key, result: await assets.intakeImage(intake) };
    }),
  );
  const images: Record<string, StoredImage> = {};
  const problems: Problem[] = [];
  for (const taken of results) {
    if (taken === null) continue;
    if ('image' in taken.result) images[taken.key] = taken.result.image;
    else problems.push(taken.result.problem);
  }
  return { images, problems };
};
