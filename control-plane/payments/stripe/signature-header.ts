/**
 * True for a header that Stripe's library can be asked about: `t=…,v1=…`, every part with a name and a value, all of it
 * ASCII and of a sensible length. Others make the library throw what looks like a fault of ours.
 */
export const isSignatureHeader = (header: string): boolean =>
  header.length <= 4_096 && /^t=\d{1,12}(?:,[a-z]\w*=[\x21-\x2b\x2d-\x7e]+)+$/.test(header);
