import type { AspectRatio } from '@reelyard/shared/contracts/render-format.ts';
import type { Parameters } from '@reelyard/shared/contracts/template.ts';
import type { ProjectStatus } from './project-status.ts';
import type { StoredImages } from './resolve-layers.ts';
import type { SceneCaptures } from './scene-capture.ts';

/** A project as it is stored. */
export interface Project {
  readonly id: string;
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  /** Null = none was given. */
  readonly title: string | null;
  readonly status: ProjectStatus;
  readonly aspectRatio: AspectRatio;
  readonly brandId: string | null;
  readonly musicTrackId: string | null;
  readonly voiceId: string | null;
  /** How fast the narration is spoken, against the voice's own pace: 0.8 to 1.2 (N37). */
  readonly narrationSpeed: number;
  /** Counts every change; the fence of an edit (If-Match). */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A scene as it is stored. Positions are 0-based and contiguous (N11). */
export interface Scene {
  readonly id: string;
  readonly position: number;
  readonly templateSlug: string;
  /** Pinned: an edit of the template never changes an existing video (N5). */
  readonly templateVersion: number;
  readonly title: string | null;
  readonly voiceoverText: string | null;
  readonly parameters: Parameters;
  readonly images: StoredImages;
  readonly captures: SceneCaptures;
  /** True where captures were dropped because they did not fit the template that the scene got (N34). */
  readonly capturesDropped: boolean;
}

export interface ProjectWithScenes {
  readonly project: Project;
  /** By position. */
  readonly scenes: readonly Scene[];
}

/** S120/N22: how many scenes a project may have. */
export const maxScenes = { live: 50, test: 4 } as const;

/** N20: what is shown where no title was given. */
export const untitled = 'Untitled video';

/** The title that layers may draw from (S46): the project's own, else the brand's name (N20); never "Untitled video". */
export const drawnTitle = (title: string | null, brandName: string | null): string | null => title ?? brandName;
