import { type Problem, Refusal } from '../../http/refusal.ts';
import { answerJsonSchema, draftMessages, readAnswer, repairMessages } from '../chat-messages.ts';
import type { ChatClient } from '../client.ts';
import { inventionProblems } from '../draft-check.ts';
import type { DraftBrief, DraftPlan } from '../draft-plan.ts';

/** Writes a plan for a brief; `check` says what is wrong with one by the rules of drafts and of POST /projects. */
export type Planner = (
  brief: DraftBrief,
  check: (plan: DraftPlan) => Promise<readonly Problem[]>,
  signal: AbortSignal,
) => Promise<DraftPlan>;

export interface ModelPlannerDeps {
  readonly client: ChatClient;
  /** For everything together: the first answer and its repairs. */
  readonly timeoutMs: number;
  /** Told why there was no draft: the operator's to mend, so callers only learn that there was none. */
  readonly onProblem: (reason: string) => void;
}

/** N36: the answer, and as many times that it may be mended. */
const repairs = 2;

export const storyboardUnavailable = (): Refusal =>
  new Refusal('unavailable', {
    code: 'STORYBOARD_UNAVAILABLE',
    message: 'No storyboard could be written now. Nothing was charged. Try again in a minute.',
    headers: { 'retry-after': '60' },
  });

const toldOf = ({ prompt, brandName, websiteUrl, brandVoice }: DraftBrief): string =>
  [prompt, brandName, websiteUrl, brandVoice].filter((text) => text !== null).join('\n');

/**
 * Drafts by a language model (N36). What it answers is checked like a caller's own body, and it is told what is wrong
 * with it up to two times. Throws 503 where it fails or its draft stays wrong.
 */
export const planByModel =
  ({ client, timeoutMs, onProblem }: ModelPlannerDeps): Planner =>
  async (brief, check, signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const messages = draftMessages(brief);
    let codes: readonly string[] = [];
    for (let round = 0; round <= repairs; round += 1) {
      const outcome = await client.chat({ messages, schema: answerJsonSchema, signal: deadline });
      if (outcome.kind === 'failed') {
        onProblem(deadline.aborted && !signal.aborted ? 'no answer in time' : outcome.reason);
        throw storyboardUnavailable();
      }
      const read = readAnswer(outcome.text, brief);
      const problems =
        'problems' in read
          ? read.problems
          : [...(await check(read.plan)), ...inventionProblems(read.plan, toldOf(brief))];
      if ('plan' in read && problems.length === 0) return read.plan;
      codes = [...new Set(problems.map(({ code }) => code))];
      messages.push(...repairMessages(outcome.text, problems));
    }
    onProblem(`the draft stayed wrong: ${codes.join(', ')}`);
    throw storyboardUnavailable();
  };
