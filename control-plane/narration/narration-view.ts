import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { NarrationSegment } from '@reelyard/shared/contracts/jobs/narration-synthesize.ts';
import type { NarrationState, NarrationView } from './narration-bodies.ts';
import { overBudget, type PlacedScene } from './script-check.ts';
import type { Script } from './timeline.ts';
import { type Needs, type Waiting, waitingMessage } from './waiting.ts';

/** What there is of the take of a script. */
export type TakeFacts = { readonly updatedAt: Date } & (
  | { readonly state: 'building' }
  | { readonly state: 'failed'; readonly failure: JobFailure }
  | {
      readonly state: 'ready';
      readonly durationSeconds: number;
      readonly segments: readonly NarrationSegment[];
      readonly failure: JobFailure | null;
    }
);

export interface NarrationFacts {
  readonly project: { readonly id: string; readonly narrationSpeed: number; readonly updatedAt: Date };
  readonly voiceId: string;
  readonly scenes: readonly PlacedScene[];
  /** Null where nothing is spoken. */
  readonly script: Script | null;
  /** Of exactly this script. */
  readonly take: TakeFacts | null;
  /** Whether a take was made for an earlier script of the project. */
  readonly hadTake: boolean;
  readonly waiting: Waiting | null;
  readonly audioUrl: string | null;
}

/** What a take asks of a node. */
export const takeNeeds = (voiceId: string): Needs => ({ kind: 'narration.synthesize', codec: null, voiceId });

const remedyOf = ({ blame, code }: JobFailure): string => {
  if (code === 'VOICE_UNAVAILABLE')
    return 'Choose another voice (GET /media/voices) or try again later, both with POST …/narration.';
  return blame === 'input'
    ? 'Change the voiceoverText of the scenes or the voice, then POST …/narration.'
    : 'POST …/narration tries again; another voice may help.';
};

/** Why the last try failed, with what to do about it. */
export const narrationError = (failure: JobFailure): string => `${failure.message} ${remedyOf(failure)}`;

const stateOf = ({ script, take, hadTake }: NarrationFacts): NarrationState => {
  if (script === null) return 'none';
  return take?.state ?? (hadTake ? 'stale' : 'none');
};

const messageOf = ({ script, take, waiting, voiceId }: NarrationFacts, state: NarrationState): string => {
  if (script === null) return 'No scene has a voiceoverText: there is nothing to speak.';
  const messages: Record<NarrationState, string> = {
    none: 'Not spoken yet: POST …/narration speaks it, and so does a publish.',
    stale:
      'The script or the voice changed since the take was made: POST …/narration speaks it anew, and so does a publish.',
    building: waiting ? waitingMessage(waiting, takeNeeds(voiceId)) : 'The narration is being spoken.',
    ready: 'The narration is ready, and the next publish uses it.',
    failed: 'The narration could not be spoken; see error.',
  };
  const isKept = take?.state === 'ready' && take.failure !== null;
  return isKept ? 'The narration could not be spoken anew; the take from before is kept.' : messages[state];
};

/** Before a take: where each line's scene lies, and whether the line keeps to its budget (N21). */
const plannedSegments = ({ script, scenes }: NarrationFacts): NarrationView['segments'] =>
  (script?.lines ?? []).flatMap(({ sceneId, text, sceneStartSeconds, sceneDurationSeconds }) => {
    const scene = scenes.find((each) => each.sceneId === sceneId);
    if (!scene) return [];
    const endSeconds = Math.round((sceneStartSeconds + sceneDurationSeconds) * 1_000) / 1_000;
    const fits = overBudget(scene) === null;
    return [{ sceneId, position: scene.position, text, startSeconds: sceneStartSeconds, endSeconds, fits }];
  });

/** A reused take may have been made for scenes of other ids: its segments are those of our lines, in order. */
const spokenSegments = (
  { script, scenes }: NarrationFacts,
  segments: readonly NarrationSegment[],
): NarrationView['segments'] =>
  (script?.lines ?? []).flatMap(({ sceneId }, index) => {
    const segment = segments[index];
    const scene = scenes.find((each) => each.sceneId === sceneId);
    if (!segment || !scene) return [];
    const { text, startSeconds, endSeconds, fits } = segment;
    const words = segment.words.map((word) => ({ text: word.text, start: word.startSeconds, end: word.endSeconds }));
    const spoken = { sceneId, position: scene.position, text, startSeconds, endSeconds, fits };
    return [words.length === 0 ? spoken : { ...spoken, words }];
  });

/** S86. */
export const narrationView = (facts: NarrationFacts): NarrationView => {
  const { project, voiceId, script, take, waiting, audioUrl } = facts;
  const state = stateOf(facts);
  const failure = take?.state === 'ready' || take?.state === 'failed' ? take.failure : null;
  return {
    projectId: project.id,
    ready: state === 'ready',
    state,
    message: messageOf(facts, state),
    waiting,
    voiceId,
    speed: project.narrationSpeed,
    audioUrl,
    durationSeconds: take?.state === 'ready' ? take.durationSeconds : null,
    scriptHash: script?.scriptHash ?? null,
    segments: take?.state === 'ready' ? spokenSegments(facts, take.segments) : plannedSegments(facts),
    error: failure && narrationError(failure),
    updatedAt: (take?.updatedAt ?? project.updatedAt).toISOString(),
  };
};
