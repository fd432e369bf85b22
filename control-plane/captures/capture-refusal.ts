import { type CaptureProblem, captureProblemSchema } from '@reelyard/shared/contracts/capture.ts';
import { Refusal } from '../http/refusal.ts';

/** Which field of the request a problem of the page is about. */
const fieldOf: Partial<Record<CaptureProblem, string>> = {
  SELECTOR_INVALID: 'selector',
  SELECTOR_NOT_FOUND: 'selector',
  STEP_FAILED: 'steps',
};

/** The farm has no browser for this now, or lost it: nothing was paid, and the same request may work soon. */
export const captureUnavailable = (message: string, code = 'CAPTURE_UNAVAILABLE'): Refusal =>
  new Refusal('unavailable', { code, message, headers: { 'retry-after': '10' } });

/**
 * Why a capture was not made, as an answer: a problem of the page is the caller's to mend (400), everything else is
 * ours (503). `selectorField` is what the request calls its selectors.
 */
export const captureRefusal = (
  failure: { readonly code: string; readonly message: string },
  selectorField: 'selector' | 'selectors',
): Refusal => {
  const problem = captureProblemSchema.safeParse(failure.code);
  if (!problem.success) {
    return captureUnavailable(
      'The page could not be captured because of a fault of ours. Try again.',
      'CAPTURE_FAILED',
    );
  }
  const { code, message } = failure;
  const named = fieldOf[problem.data] ?? 'url';
  const path = named === 'selector' ? selectorField : named;
  return new Refusal('bad_request', { code, message, details: [{ path, code, message }] });
};
