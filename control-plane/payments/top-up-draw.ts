export interface DrawableTopUp {
  readonly id: string;
  readonly remaining: number;
}

export interface OverPlanUse {
  /** Uses of the feature in the running month, the ones that are asked for now included. */
  readonly usedAfter: number;
  readonly planLimit: number;
  /** Units that were drawn in the running month before. */
  readonly drawn: number;
}

/**
 * Which top-ups pay for what goes beyond the plan's limit (S97), in the order in which they are given: the one that
 * expires first comes first. Units that were drawn this month stand for uses that are over the plan already, so that a
 * publish which was counted is never drawn for twice. Null where the top-ups do not reach.
 */
export const drawsFor = (
  { usedAfter, planLimit, drawn }: OverPlanUse,
  topUps: readonly DrawableTopUp[],
): { id: string; units: number }[] | null => {
  let missing = Math.max(0, usedAfter - planLimit - drawn);
  const draws = topUps.flatMap(({ id, remaining }) => {
    const units = Math.min(missing, remaining);
    missing -= units;
    return units > 0 ? [{ id, units }] : [];
  });
  return missing > 0 ? null : draws;
};
