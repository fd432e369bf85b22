import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';

/**
 * Whether a scene that ended with this failure gives its credit back: always when it never reached the renderer
 * (S59), and whenever somebody other than the caller is to blame (N51). What remains charged is a scene that was
 * drawn and could not be finished because of what the caller asked for.
 */
export const isSceneRefunded = (failure: Pick<JobFailure, 'blame' | 'stage'>): boolean =>
  failure.stage === 'prepare' || failure.blame !== 'input';

/** S59, N31: the error of a scene as its status shows it; the words "Credit refunded" are part of the contract. */
export const sceneErrorText = (message: string, refunded: boolean): string => {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return refunded ? `${sentence} Credit refunded.` : sentence;
};
