/**
 * The few WebAssembly instructions that the pixel kernels need, as expressions that nest like the arithmetic they
 * stand for, and the module frame around one function. Opcodes: WebAssembly core specification 2.0, chapter 5 and the
 * SIMD table. Rejected: a checked-in binary (nobody can read it) and wabt or AssemblyScript (a tool chain for 60 lines).
 */
export type Code = readonly number[];

const unsigned = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
};

const signed = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
};

const sized = (bytes: Code): number[] => [...unsigned(bytes.length), ...bytes];
const simd = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];
const binary =
  (opcode: Code) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];
/** No alignment promised: the x86 and ARM loads behind it do not care. */
const memory = (offsetBytes: number): Code => [0x00, ...unsigned(offsetBytes)];
const constant128 = (bytes: Uint8Array): Code => [...simd(0x0c), ...bytes];

export const local = {
  get: (index: number): Code => [0x20, ...unsigned(index)],
  set: (index: number, value: Code): Code => [...value, 0x21, ...unsigned(index)],
};

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: binary([0x6a]),
  sub: binary([0x6b]),
  mul: binary([0x6c]),
  and: binary([0x71]),
  shl: binary([0x74]),
  shrU: binary([0x76]),
  ltU: binary([0x49]),
  gtU: binary([0x4b]),
};

export const v128 = {
  load: (address: Code, offsetBytes = 0): Code => [...address, ...simd(0x00), ...memory(offsetBytes)],
  store: (address: Code, value: Code): Code => [...address, ...value, ...simd(0x0b), ...memory(0)],
  /** Stores lanes 0–7 (bytes). */
  storeLow64: (address: Code, value: Code): Code => [...address, ...value, ...simd(0x5b), ...memory(0), 0],
  and: binary(simd(0x4e)),
  xor: binary(simd(0x51)),
  ofInt32: (lanes: readonly number[]): Code => constant128(new Uint8Array(Int32Array.from(lanes).buffer)),
  ofInt16: (lanes: readonly number[]): Code => constant128(new Uint8Array(Int16Array.from(lanes).buffer)),
};

export const i16x8 = {
  add: binary(simd(0x8e)),
  sub: binary(simd(0x91)),
  /** All eight lanes = the low 16 bits of an i32. */
  splat: (value: Code): Code => [...value, ...simd(0x10)],
  /** a × b / 32768, rounded, both signed. */
  mulQ15: binary(simd(0x82)),
  /** Lanes picked from a (0–7) and b (8–15). */
  pick: (a: Code, b: Code, lanes: readonly number[]): Code => [
    ...a,
    ...b,
    ...simd(0x0d),
    ...lanes.flatMap((lane) => [lane * 2, lane * 2 + 1]),
  ],
  shrU: (value: Code, bits: number): Code => [...value, ...i32.const(bits), ...simd(0x8d)],
  narrowI32: binary(simd(0x85)),
};

export const i32x4 = {
  add: binary(simd(0xae)),
  shrS: (value: Code, bits: number): Code => [...value, ...i32.const(bits), ...simd(0xac)],
  /** Multiplies 8 signed 16-bit lanes and adds neighbours: four 32-bit sums. */
  dotI16: binary(simd(0xba)),
  /** Lanes picked from a (0–3) and b (4–7). */
  pick: (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
    ...a,
    ...b,
    ...simd(0x0d),
    ...lanes.flatMap((lane) => [lane * 4, lane * 4 + 1, lane * 4 + 2, lane * 4 + 3]),
  ],
};

export const i8x16 = { narrowI16Unsigned: binary(simd(0x66)) };

/** Runs `body` again as long as `condition` (evaluated after it) is not zero. */
export const repeatWhile = (condition: Code, body: readonly Code[]): Code => [
  0x03,
  0x40,
  ...body.flat(),
  ...condition,
  0x0d,
  0x00,
  0x0b,
];

/** `whenTrue` where the condition is not zero, else `whenFalse` (both i32). */
export const choose = (condition: Code, whenTrue: Code, whenFalse: Code): Code => [
  ...whenTrue,
  ...whenFalse,
  ...condition,
  0x1b,
];

const valueTypes = { i32: 0x7f, v128: 0x7b } as const;

export interface WasmFunction {
  readonly exportName: string;
  /** Count of i32 parameters; they are the first locals. */
  readonly parameterCount: number;
  /** Types of the further locals, in order. */
  readonly locals: readonly (keyof typeof valueTypes)[];
  readonly body: readonly Code[];
}

const name = (text: string): Code => sized([...Buffer.from(text, 'utf8')]);
const section = (id: number, items: readonly Code[]): number[] => [
  id,
  ...sized([...unsigned(items.length), ...items.flat()]),
];

/** A module with one exported function without result, on a memory imported as `env.memory`. */
export const assembleModule = (fn: WasmFunction): Uint8Array<ArrayBuffer> => {
  const signature: Code = [0x60, ...sized(Array.from({ length: fn.parameterCount }, () => valueTypes.i32)), 0x00];
  const locals = fn.locals.flatMap((type) => [0x01, valueTypes[type]]);
  const code = sized([...unsigned(fn.locals.length), ...locals, ...fn.body.flat(), 0x0b]);
  const magicAndVersion: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(1, [signature]),
    ...section(2, [[...name('env'), ...name('memory'), 0x02, 0x00, ...unsigned(1)]]),
    ...section(3, [unsigned(0)]),
    ...section(7, [[...name(fn.exportName), 0x00, ...unsigned(0)]]),
    ...section(10, [code]),
  ]);
};
