/**
 * Ordered 8 × 8 dither (Bayer): 256 RGB levels fall onto 219 luma levels, so plain rounding draws contour lines into
 * dark gradients. The pattern stands still: a P-frame codes it once, where film grain would cost bits on every frame.
 */
export const ditherSize = 8;

const bayer = (x: number, y: number): number => {
  let value = 0;
  for (let bit = 0; bit < 3; bit += 1) {
    const xBit = (x >> bit) & 1;
    const yBit = (y >> bit) & 1;
    value = (value << 2) | ((xBit ^ yBit) << 1) | yBit;
  }
  return value;
};

/** What is added before rounding down: over a tile evenly spread in (0, 1), so its mean rounds to nearest. */
export const ditherThreshold = (x: number, y: number): number =>
  (bayer(x % ditherSize, y % ditherSize) + 0.5) / (ditherSize * ditherSize);
