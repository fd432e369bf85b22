import { randomUUIDv7 } from 'node:crypto';

/** The kinds of record that have an id (N4). */
export type IdPrefix =
  | 'acc'
  | 'usr'
  | 'ses'
  | 'lgn'
  | 'vrf'
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
  | 'pay'
  | 'pas'
  | 'top'
  | 'pln'
  | 'rnd'
  | 'nar'
  | 'cap'
  | 'sbd'
  | 'brr'
  | 'bws';

/** A new id: `prj_` + a UUIDv7 without dashes, so that ids sort by the time they were made (N4). */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomUUIDv7().replaceAll('-', '')}`;
