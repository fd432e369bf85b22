import type { BrowseAction } from '@reelyard/shared/contracts/browse-session.ts';
import type { Page } from 'playwright-core';
import type { OpenedAddress } from '../../browsers/open-address.ts';
import type { TargetProblem } from '../../capture/in-page/step-target.ts';
import type { PageCall } from '../../capture/isolated-world.ts';
import type { Danger } from '../guard/guarded-words.ts';
import { refusalOf } from '../guard/step-guard.ts';

/** What came of a step. A refusal is no failure: the step was not done because it must not be. */
export type StepOutcome =
  | { readonly status: 'ok' }
  | { readonly status: 'refused' | 'failed'; readonly code: string; readonly message: string };

/** What a step may touch. */
export interface StepContext {
  readonly page: Page;
  /** Our own code in the page. */
  readonly call: PageCall;
  /** Opens an address and the site that it belongs to. */
  readonly open: (url: string) => Promise<OpenedAddress>;
  readonly signal: AbortSignal;
}

export type Step = (context: StepContext, action: BrowseAction) => Promise<StepOutcome>;

export const done: StepOutcome = { status: 'ok' };
export const failed = (code: string, message: string): StepOutcome => ({ status: 'failed', code, message });
export const refusedFor = (danger: Danger): StepOutcome => ({ status: 'refused', ...refusalOf[danger] });

const inFrame = {
  code: 'STEP_IN_FOREIGN_FRAME',
  message: 'This part of the page belongs to another site. Only a person may use it, through the loginUrl.',
} as const;
export const refusedInFrame: StepOutcome = { status: 'refused', ...inFrame };

const problems: Readonly<Record<Exclude<TargetProblem, 'ELEMENT_IN_FRAME'>, string>> = {
  SELECTOR_INVALID: 'The selector is not a CSS selector. Correct it, or give the visible text.',
  ELEMENT_NOT_FOUND: 'Nothing on the page fits. Look at the outline again, or wait for it first.',
  ELEMENT_HIDDEN: 'What fits is not shown. Open what it stands in first.',
  ELEMENT_COVERED: 'Something else lies over it. Close that first.',
};
export const problemOutcome = (problem: TargetProblem): StepOutcome =>
  problem === 'ELEMENT_IN_FRAME' ? refusedInFrame : failed(problem, problems[problem]);
