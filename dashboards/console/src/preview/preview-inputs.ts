import type { FillableTemplate, FillRequest } from '@reelyard/shared/scene/fill-template.ts';
import type { LottieScene } from '@reelyard/shared/templates/template.ts';

/** A template as the farm sends it. */
export interface TemplateFile extends Omit<FillableTemplate, 'scene'> {
  readonly scene: LottieScene;
}

/** What a scene is drawn from, at no size yet. */
export type PreviewInputs = Omit<FillRequest, 'widthPx' | 'heightPx'>;

/** Heights that previews are drawn at: a box that changes its size a little does not make every text anew. */
const heights = [360, 540, 720, 1_080] as const;

/** The size to draw at for a box `boxHeightPx` device pixels high: the next that is no smaller, as the template is wide. */
export const drawingSize = (
  { w, h }: Pick<LottieScene, 'w' | 'h'>,
  boxHeightPx: number,
): { widthPx: number; heightPx: number } => {
  const heightPx = heights.find((height) => height >= boxHeightPx) ?? 1_080;
  return { widthPx: Math.round((heightPx * w) / h), heightPx };
};
