import { narrationBudget, narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import { type Problem, Refusal } from '../http/refusal.ts';
import { type SpokenScene, spokenTextOf } from './timeline.ts';

export interface PlacedScene extends SpokenScene {
  readonly position: number;
}

interface OverBudget {
  readonly sceneIndex: number;
  readonly sceneId: string;
  readonly limit: number;
  readonly length: number;
  /** Room for speech. */
  readonly seconds: number;
}

/** S40, N21: null where the line fits its scene. */
export const overBudget = ({ sceneId, position, voiceoverText, durationSeconds }: PlacedScene): OverBudget | null => {
  const { maxChars: limit, seconds } = narrationBudget(durationSeconds);
  const length = narrationLength(voiceoverText ?? '');
  return length > limit ? { sceneIndex: position, sceneId, limit, length, seconds } : null;
};

const tooLong = ({ sceneIndex, limit, length, seconds }: OverBudget): Problem => ({
  path: `scenes[${sceneIndex}].voiceoverText`,
  code: 'NARRATION_OVER_BUDGET',
  message: `The narration has ${length} characters; the template has room for ${limit} (${seconds} s). Shorten it with PATCH /projects/:projectId/scenes/:sceneId.`,
});

const nothingToSpeak: Problem = {
  path: 'scenes[0].voiceoverText',
  code: 'NOTHING_TO_SPEAK',
  message:
    'No scene has a voiceoverText, so there is nothing to speak. Give at least one scene one with PATCH /projects/:projectId/scenes/:sceneId.',
};

/**
 * Why no take can be made of these scenes, together with `others` that were found (N22); null where nothing is wrong. A
 * project may hold lines over the budget where a template or the rule changed since they were written.
 */
export const scriptRefusal = (scenes: readonly PlacedScene[], others: readonly Problem[]): Refusal | null => {
  const isSilent = scenes.every(({ voiceoverText }) => spokenTextOf(voiceoverText) === '');
  const narrationOverBudget = scenes.flatMap((scene) => overBudget(scene) ?? []);
  const details = [...others, ...(isSilent ? [nothingToSpeak] : []), ...narrationOverBudget.map(tooLong)];
  const [first] = details;
  if (first === undefined) return null;
  const [firstOver] = narrationOverBudget;
  const isOfOneKind = details.every(({ code }) => code === first.code);
  return new Refusal('bad_request', {
    code: isOfOneKind ? first.code : 'VALIDATION_FAILED',
    message:
      details.length === 1
        ? `${first.path}: ${first.message}`
        : `${details.length} problems; see details. The first: ${first.path}: ${first.message}`,
    details,
    body: firstOver === undefined ? {} : { ...firstOver, narrationOverBudget },
  });
};
