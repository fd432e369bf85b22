/** The part of the WebAssembly API in use: its types come with the DOM library only, which a server must not have. */
declare const WebAssembly: {
  readonly Memory: new (descriptor: { initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** A function of addresses and counts that works on the memory it was bound to. */
export type Kernel = (...parameters: number[]) => void;

const pageBytes = 65_536;

/** Memory of at least `bytes` bytes, all zero; it never grows, so views of it stay valid. */
export const wasmMemory = (bytes: number): WasmMemory =>
  new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });

/** Compiles a module of one function at its first use; the answer binds it to a memory. */
export const kernelOf = (
  exportName: string,
  moduleBytes: () => Uint8Array<ArrayBuffer>,
): ((memory: WasmMemory) => Kernel) => {
  let compiled: object | undefined;
  return (memory) => {
    compiled ??= new WebAssembly.Module(moduleBytes());
    return new WebAssembly.Instance(compiled, { env: { memory } }).exports[exportName] as Kernel;
  };
};
