import type { Viewport } from '@reelyard/shared/contracts/capture.ts';

/** Why a session ended (S31, S103, N53). */
export const closeReasons = [
  /** Asked for. */
  'closed',
  'idle',
  'hour',
  'published',
  'key_ended',
  /** The machine that held the browser is gone, or its browser crashed. */
  'node_lost',
  /** The last block of minutes that could be paid is over. */
  'credits',
  'daily_minutes',
  /** The page could not be opened; no time is counted. */
  'open_failed',
] as const;
export type CloseReason = (typeof closeReasons)[number];

/** A browsing session as it is stored. */
export interface BrowseSession {
  readonly id: string;
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  /** Who opened it: a key, or a person who is signed in. */
  readonly apiKeyId: string | null;
  readonly webUserId: string | null;
  /** `capture`: made for one capture, neither counted nor billed. */
  readonly purpose: 'agent' | 'capture';
  readonly projectId: string | null;
  readonly sceneId: string | null;
  readonly nodeId: string;
  /** The site that it was opened on. */
  readonly startHost: string;
  readonly viewport: Viewport;
  /** Whose sign-ins the browser has; null: nobody's (S83: always in the sandbox). */
  readonly holder: ProfileHolder | null;
  readonly stepsUsed: number;
  readonly openedAt: Date;
  readonly lastUsedAt: Date;
  /** One hour after the opening, or earlier: the end of what can be paid. */
  readonly endsAt: Date;
  readonly login: { readonly issue: number; readonly expiresAt: Date | null; readonly redeemedAt: Date | null };
  readonly driverSha256: Buffer | null;
  readonly humanHoldUntil: Date | null;
  readonly humanSignedInAt: Date | null;
  readonly closed: ClosedPart | null;
}

export interface ProfileHolder {
  /** `user:<id>` of a person, or `account`, for keys that no person made. */
  readonly name: string;
  /** Counts the resets; what a session brings home to another generation is thrown away. */
  readonly generation: number;
}

export interface ClosedPart {
  readonly at: Date;
  readonly reason: CloseReason;
  readonly billedSeconds: number;
  readonly billedCredits: number;
}
