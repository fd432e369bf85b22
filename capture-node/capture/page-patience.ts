import { CaptureProblemError } from './capture-problem.ts';

const busyMessage =
  'The page keeps its browser busy without a pause, so it cannot be captured. Try again later, or give a lighter page.';

/**
 * What a page is asked, or the end of our patience: a script that spins, or a page that loads itself anew again and again,
 * leaves commands without an answer for ever.
 *
 * @throws CaptureProblemError PAGE_TIMEOUT
 */
export const answered = async <T>(work: Promise<T>, patienceMs: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CaptureProblemError('PAGE_TIMEOUT', busyMessage)), patienceMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};
