import type { EgressRefusalCode } from './egress-refusal.ts';

/** Says to the node, in words of a program, why nothing was fetched; an answer from outside never carries it. */
export const refusalHeader = 'x-reelyard-egress';

/** RULE: the status under which a browser is told that its request went nowhere. */
export const refusalStatus = (code: EgressRefusalCode): 400 | 403 | 502 | 504 => {
  if (code === 'ADDRESS_INVALID') return 400;
  if (code === 'NAME_NOT_RESOLVED' || code === 'UNREACHABLE') return 502;
  return code === 'TIMED_OUT' ? 504 : 403;
};
