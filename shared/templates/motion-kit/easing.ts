/** cubic-bezier(x1, y1, x2, y2), as CSS and designers write it. */
export type Bezier = readonly [number, number, number, number];

/** The curves of motion.md; there are no others, so that any two scenes speak the same grammar. */
export const easings = {
  enter: [0.16, 1, 0.3, 1],
  exit: [0.7, 0, 0.84, 0],
  pop: [0.34, 1.4, 0.64, 1],
  /** A counter or a bar: quick start, long settle, no overshoot. */
  settle: [0.22, 0.8, 0.2, 1],
  /** A hand or a line that starts and stops. */
  travel: [0.65, 0, 0.35, 1],
  /** Only for the slow push. */
  linear: [0, 0, 1, 1],
} as const satisfies Record<string, Bezier>;
export type Easing = keyof typeof easings;

/**
 * The eased share at `t` (both 0…1), for values that are written out frame by frame (counting figures).
 * Bisection on x: 30 halvings are far below a pixel or a unit.
 */
export const easedShare = (easing: Easing, t: number): number => {
  if (t <= 0) return 0;
  if (t >= 1) return 1;
  const [x1, y1, x2, y2] = easings[easing];
  const at = (a: number, b: number, s: number): number => 3 * a * s * (1 - s) ** 2 + 3 * b * s * s * (1 - s) + s ** 3;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (at(x1, x2, middle) < t) low = middle;
    else high = middle;
  }
  return at(y1, y2, (low + high) / 2);
};
