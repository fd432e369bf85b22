import { CaptureProblemError } from './capture-problem.ts';

/** The page went on to another document while it was captured. */
export class PageReplaced extends Error {
  override readonly name = 'PageReplaced';
  constructor() {
    super('the page was replaced while its pictures were taken');
  }
}

/** Also where our code inside the page noticed it (picture-mode.ts), whose errors come as texts. */
export const wasReplaced = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('the page was replaced while its pictures were taken');

const message =
  'The page loads itself anew while it is captured. Add steps that lead to a page that stays, or try again later.';

export const restlessProblem = (cause: unknown): CaptureProblemError =>
  new CaptureProblemError('PAGE_TIMEOUT', message, { cause });
