import { randomUUIDv7 } from 'node:crypto';

/** The kinds of record that have an id (N4). */
export type IdPrefix =
  | 'acc'
  | 'key'
  | 'prj'
  | 'scn'
  | 'brd'
  | 'pub'
  | 'exp'
  | 'job'
  | 'led'
  | 'nod'
  | 'req'
  | 'ast'
  | 'hld'
  | 'rnd'
  | 'nar';

/** A new id: `prj_` + a UUIDv7 without dashes, so that ids sort by the time they were made (N4). */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;
