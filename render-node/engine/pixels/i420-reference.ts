import { bt709 } from './bt709.ts';

/** The conversion of i420-converter.ts spelled out in plain arithmetic: what the kernel is tested against. */
export const referenceI420 = (rgba: Uint8Array, widthPx: number, heightPx: number): Uint8Array => {
  const chromaWidth = widthPx / 2;
  const lumaBytes = widthPx * heightPx;
  const out = new Uint8Array((lumaBytes * 3) / 2);
  const rgbAt = (x: number, y: number): [number, number, number] => {
    const at = (y * widthPx + x) * 4;
    return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
  };
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) out[y * widthPx + x] = Math.round(bt709.luma(...rgbAt(x, y)));
  for (let y = 0; y < heightPx / 2; y += 1)
    for (let x = 0; x < chromaWidth; x += 1) {
      const square = [
        rgbAt(2 * x, 2 * y),
        rgbAt(2 * x + 1, 2 * y),
        rgbAt(2 * x, 2 * y + 1),
        rgbAt(2 * x + 1, 2 * y + 1),
      ];
      const mean = (channel: 0 | 1 | 2): number => square.reduce((sum, rgb) => sum + rgb[channel], 0) / 4;
      const rgb = [mean(0), mean(1), mean(2)] as const;
      const at = lumaBytes + y * chromaWidth + x;
      out[at] = Math.round(bt709.blueDifference(...rgb));
      out[at + (chromaWidth * heightPx) / 2] = Math.round(bt709.redDifference(...rgb));
    }
  return out;
};
