/** BT.709 weights of red, green and blue in luma (ITU-R BT.709-6, item 3.2). */
export const lumaWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;
const lumaRange = 219 / 255;
const chromaRange = 224 / 255;
const blueScale = 2 * (1 - lumaWeights.blue);
const redScale = 2 * (1 - lumaWeights.red);

/** What one unit of red, green and blue (0–255) adds to Y′, Cb and Cr in 8-bit limited range. */
export const weights = {
  luma: [lumaWeights.red * lumaRange, lumaWeights.green * lumaRange, lumaWeights.blue * lumaRange],
  blueDifference: [
    (-lumaWeights.red / blueScale) * chromaRange,
    (-lumaWeights.green / blueScale) * chromaRange,
    ((1 - lumaWeights.blue) / blueScale) * chromaRange,
  ],
  redDifference: [
    ((1 - lumaWeights.red) / redScale) * chromaRange,
    (-lumaWeights.green / redScale) * chromaRange,
    (-lumaWeights.blue / redScale) * chromaRange,
  ],
} as const satisfies Record<string, readonly [number, number, number]>;

export const lumaOffset = 16;
export const chromaOffset = 128;

const weigh = (w: readonly [number, number, number], red: number, green: number, blue: number): number =>
  w[0] * red + w[1] * green + w[2] * blue;

/** 8-bit limited-range values (16–235, 16–240) of full-range RGB, not rounded. */
export const bt709 = {
  luma: (red: number, green: number, blue: number): number => lumaOffset + weigh(weights.luma, red, green, blue),
  blueDifference: (red: number, green: number, blue: number): number =>
    chromaOffset + weigh(weights.blueDifference, red, green, blue),
  redDifference: (red: number, green: number, blue: number): number =>
    chromaOffset + weigh(weights.redDifference, red, green, blue),
};
