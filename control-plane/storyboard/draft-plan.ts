import type { AspectRatio } from '@reelyard/shared/contracts/render-format.ts';
import type { Beat, Parameters, TemplateManifest } from '@reelyard/shared/contracts/template.ts';

/** What a planner is asked for, with everything that bounds its answer. */
export interface DraftBrief {
  readonly prompt: string;
  readonly brandName: string | null;
  /** As a browser is sent to it. */
  readonly websiteUrl: string | null;
  readonly brandVoice: string | null;
  /** Of the plan: 1 to 12, and at most 4 for a test key (S85). */
  readonly maxScenes: number;
  readonly targetDurationSeconds: number;
  readonly aspectRatio: AspectRatio;
  readonly captureUi: boolean | null;
  /** Published templates of the ratio that this draft may use. */
  readonly templates: readonly TemplateManifest[];
}

export interface PlannedScene {
  readonly manifest: TemplateManifest;
  readonly beat: Beat;
  readonly title: string;
  /** Empty: the scene is silent. */
  readonly voiceover: string;
  /** Texts and other values that the planner wrote. */
  readonly parameters: Parameters;
}

export interface DraftPlan {
  readonly title: string;
  readonly narrativeAngle: string;
  readonly scenes: readonly PlannedScene[];
}

export const durationOf = (scenes: readonly { readonly manifest: TemplateManifest }[]): number =>
  Math.round(scenes.reduce((sum, { manifest }) => sum + manifest.durationSeconds, 0) * 100) / 100;
