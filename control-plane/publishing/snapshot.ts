import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import type { AspectRatio, Container, Quality } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import type { PublishState } from './publish-state.ts';

/** N27: where the music of a publish comes from. */
export const musicSchema = z.object({
  trackId: z.string().nullable(),
  title: z.string().nullable(),
  artist: z.string().nullable(),
  source: z.enum(['requested', 'brand_match', 'kept', 'default', 'none']),
});
export type Music = z.infer<typeof musicSchema>;

export const noMusic: Music = { trackId: null, title: null, artist: null, source: 'none' };

/** A publish with everything that was decided when it was asked for; edits made since play no part in it (B12). */
export interface Publish {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  /** The key that asked for it; null where a person did. */
  readonly keyId: string | null;
  /** The person who asked for it; null where a key did. */
  readonly userId: string | null;
  readonly environment: 'live' | 'test';
  readonly kind: 'publish' | 'render';
  readonly state: PublishState;
  readonly title: string;
  readonly aspectRatio: AspectRatio;
  readonly quality: Quality;
  readonly requestedQuality: Quality;
  readonly format: Container;
  readonly watermark: boolean;
  readonly music: Music;
  readonly voiceId: string | null;
  readonly includeSoundEffects: boolean;
  readonly bodyHash: string;
  readonly outputHash: string;
  readonly scriptHash: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One scene as it was when the publish was asked for. */
export interface SceneSnapshot {
  readonly sceneId: string;
  readonly position: number;
  readonly title: string;
  readonly templateSlug: string;
  readonly templateVersion: number;
  readonly values: LayerValues;
  readonly voiceoverText: string | null;
  readonly inputHash: string;
  readonly renditionHash: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly frameCount: number;
  readonly durationSeconds: number;
}

/** What was drawn for a scene. */
export interface Rendition {
  readonly id: string;
  readonly mezzanineKey: string;
  readonly posterKey: string;
  readonly frameCount: number;
  readonly durationSeconds: number;
  readonly parameterSetsHash: string;
  readonly renderMs: number;
}

/** A scene of a publish with what its job says at this moment. */
export interface PublishScene extends SceneSnapshot {
  readonly state: 'queued' | 'done' | 'failed' | 'cancelled';
  readonly reused: boolean;
  readonly jobId: string | null;
  readonly holdId: string | null;
  readonly creditRefunded: boolean;
  readonly failure: JobFailure | null;
  readonly rendition: Rendition | null;
  readonly isLeased: boolean;
  readonly doneFrameCount: number;
  readonly attemptCount: number;
  readonly nodeId: string | null;
}
