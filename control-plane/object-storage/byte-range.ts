/** What a GET answers: everything, one part of it, or nothing that lies inside the object. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly startByte: number; readonly endByte: number }
  | { readonly kind: 'unsatisfiable' };

const whole: ByteRange = { kind: 'whole' };

/**
 * Reads a `Range` header for an object of `sizeBytes` (RFC 9110 §14). Both ends of a part are inclusive. A header that
 * is malformed, of another unit or that names several ranges is ignored, as the RFC allows: players ask for one.
 */
export const parseByteRange = (header: string | undefined, sizeBytes: number): ByteRange => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(/\s/g, '') ?? '');
  if (!match) return whole;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return whole;
  if (first === '') {
    const suffixBytes = Number(last);
    if (suffixBytes === 0 || sizeBytes === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', startByte: Math.max(0, sizeBytes - suffixBytes), endByte: sizeBytes - 1 };
  }
  const startByte = Number(first);
  const endByte = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < startByte) return whole;
  if (startByte >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', startByte, endByte };
};
