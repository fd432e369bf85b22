import { maxImageBytes } from './image-limits.ts';
import { type ImageProblem, tooLarge, tooSmall, typeNotAllowed } from './image-problem.ts';

/** The file as the caller gave it, before it was re-encoded. */
export interface ImageFacts {
  readonly mimeType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
}

/** What the layer asks of a picture (N6 validation); an absent limit is the farm's own. */
export interface ImageRequirements {
  readonly maxBytes?: number | undefined;
  readonly mimeTypes?: readonly string[] | undefined;
  readonly minWidth?: number | undefined;
  readonly minHeight?: number | undefined;
}

const maxBytesOf = ({ maxBytes }: ImageRequirements): number => Math.min(maxBytes ?? maxImageBytes, maxImageBytes);

/** Null where the picture is what the layer asks for. A drawing without pixels (SVG) is never too small. */
export const requirementProblem = (facts: ImageFacts, requirements: ImageRequirements): ImageProblem | null => {
  const { mimeTypes, minWidth = 0, minHeight = 0 } = requirements;
  if (facts.sizeBytes > maxBytesOf(requirements)) return tooLarge(maxBytesOf(requirements));
  if (mimeTypes !== undefined && !mimeTypes.includes(facts.mimeType)) return typeNotAllowed(facts.mimeType, mimeTypes);
  const isTooSmall = facts.widthPx < minWidth || facts.heightPx < minHeight;
  return isTooSmall && facts.mimeType !== 'image/svg+xml'
    ? tooSmall(facts.widthPx, facts.heightPx, minWidth, minHeight)
    : null;
};
