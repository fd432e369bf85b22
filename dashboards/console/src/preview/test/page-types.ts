import type { ScenePreview } from '@reelyard/shared/sdk/operations.gen.ts';

/** What a scene is drawn from, as a test hands it to its page. */
export type GivenPreview = Pick<ScenePreview, 'templateUrl' | 'values' | 'fps' | 'watermark'>;

export interface DrawnScene {
  /** Frame -> its pixels, straight RGBA, base64. */
  readonly frames: Readonly<Record<number, string>>;
  readonly drawsWith: 'webgl' | 'software';
}

/** Properties of the component that a test changes. */
export interface ShownPreview {
  readonly projectId: string;
  readonly scene: { readonly id: string; readonly inputHash: string };
  readonly edits: { readonly parameters?: Readonly<Record<string, string | number | boolean | null>> };
  readonly aspectRatio: '16:9' | '16:12';
}

declare global {
  /** Of preview-page.ts. */
  var drawScene: (given: GivenPreview, heightPx: number, frames: readonly number[]) => Promise<DrawnScene>;
  /** Of component-page.tsx. */
  var showPreview: (shown: ShownPreview) => void;
}
