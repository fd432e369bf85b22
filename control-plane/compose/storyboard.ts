import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { planByBeats } from '../storyboard/beat-planner.ts';
import { chatClient } from '../storyboard/client.ts';
import { planByModel } from '../storyboard/operations/plan-by-model.ts';
import { type StoryboardDeps, storyboardOperations } from '../storyboard/operations.ts';
import { storyboardRoutes } from '../storyboard/routes.ts';

export interface StoryboardParts extends Omit<StoryboardDeps, 'planner'> {
  readonly config: Pick<Config, 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL'>;
  readonly logger: Logger;
  /** Aborts when the control plane stops. */
  readonly closing: AbortSignal;
}

/** N36: for the answer and its repairs together. */
const modelTimeoutMs = 60_000;

const plannerOf = ({ config, logger }: StoryboardParts): StoryboardDeps['planner'] => {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey = null } = config;
  if (baseUrl !== undefined && model !== undefined) {
    const client = chatClient({ baseUrl, apiKey, model });
    const onProblem = (reason: string): void => logger.warn({ reason }, 'storyboard: the language model');
    return { name: 'model', plan: planByModel({ client, timeoutMs: modelTimeoutMs, onProblem }) };
  }
  return {
    name: 'beats',
    async plan(brief, check) {
      const plan = planByBeats(brief);
      const [problem] = await check(plan);
      if (problem !== undefined) throw new Error(`the built-in planner broke a rule: ${problem.path} ${problem.code}`);
      return plan;
    },
  };
};

/** Storyboards: by a language model where one is set up, else by the built-in planner. */
export const composeStoryboard = (parts: StoryboardParts) => {
  const { addresses, closing } = parts;
  const storyboards = storyboardOperations({ ...parts, planner: plannerOf(parts) });
  return ({ publishes }: RateLimits) =>
    storyboardRoutes({ storyboards, addresses, closing, limitPublishes: publishes });
};
