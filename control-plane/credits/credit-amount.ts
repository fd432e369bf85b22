/** The most that one movement may be, and the most that a bucket may hold: below what an int4 holds (A14). */
export const maxCredits = 1_000_000_000;
export const maxBalance = 2_000_000_000;

/** A14: why this is no number of credits to move; null where it is one. */
export const creditsProblem = (credits: number): string | null =>
  Number.isInteger(credits) && credits >= 1 && credits <= maxCredits
    ? null
    : `Credits are whole numbers from 1 to ${maxCredits}.`;
