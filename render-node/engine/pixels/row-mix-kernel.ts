import { assembleModule, type Code, i16x8, i32, local, repeatWhile, v128 } from './wasm-assembler.ts';

const parameters = { from: 0, to: 1, out: 2, bytes: 3, share: 4 } as const;
const counters = { at: 5 } as const;
const vectorBytes = 16;

/**
 * `mix(from, to, out, bytes, share)`: out = from + (to − from) × share / 32768 over rows of 16-bit samples. Works in steps
 * of 16 bytes, so up to 14 bytes behind each row are read and, behind `out`, written.
 */
export const rowMixModule = (): Uint8Array<ArrayBuffer> => {
  const p = (name: keyof typeof parameters): Code => local.get(parameters[name]);
  const at = local.get(counters.at);
  const from = v128.load(i32.add(p('from'), at));
  const to = v128.load(i32.add(p('to'), at));
  return assembleModule({
    exportName: 'mix',
    parameterCount: 5,
    locals: ['i32'],
    body: [
      repeatWhile(i32.ltU(at, p('bytes')), [
        v128.store(i32.add(p('out'), at), i16x8.add(from, i16x8.mulQ15(i16x8.sub(to, from), i16x8.splat(p('share'))))),
        local.set(counters.at, i32.add(at, i32.const(vectorBytes))),
      ]),
    ],
  });
};
