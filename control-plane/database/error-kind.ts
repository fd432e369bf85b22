import pg from 'pg';

/**
 * Why the database did not do what it was asked. `constraint` and `conflict` are a part of normal work: somebody else came
 * first, and the farm goes on. `resources` is the server's: its disk, its memory or its connections are used up.
 */
export const databaseErrorKinds = ['constraint', 'conflict', 'timeout', 'resources', 'connection', 'other'] as const;
export type DatabaseErrorKind = (typeof databaseErrorKinds)[number];

/** By the class of its SQLSTATE, or by the whole of it. What is no answer of the server is the way to it. */
const kindsByState: Readonly<Record<string, DatabaseErrorKind>> = {
  '23': 'constraint',
  '40': 'conflict',
  // A statement or a lock that took too long.
  '57014': 'timeout',
  '55P03': 'timeout',
  '53': 'resources',
  '08': 'connection',
  // Shut down, crashed, not up yet, ended by an operator.
  '57': 'connection',
};

/** RULE: what kind of error it is. */
export const databaseErrorKind = (error: unknown): DatabaseErrorKind => {
  if (!(error instanceof pg.DatabaseError)) return 'connection';
  const state = error.code ?? '';
  return kindsByState[state] ?? kindsByState[state.slice(0, 2)] ?? 'other';
};
