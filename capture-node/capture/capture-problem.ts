import type { CaptureProblem } from '@reelyard/shared/contracts/capture.ts';

/** A page that could not be opened or captured, in a sentence for people that says what to do. Never a fault of ours. */
export class CaptureProblemError extends Error {
  readonly problem: CaptureProblem;
  constructor(problem: CaptureProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureProblemError';
    this.problem = problem;
  }
}
