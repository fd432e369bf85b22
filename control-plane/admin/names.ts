import { type JobKind, jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';

/** `scene.render` -> SCENE_RENDER: how the values of our unions are written in the schema. */
export const nameOf = (value: string): string => value.toUpperCase().replaceAll('.', '_');
export const nameOrNull = (value: string | null): string | null => (value === null ? null : nameOf(value));

/** The value of an enum whose values have no dots. GraphQL has checked the name. */
export const valueOf = <T extends string>(name: Uppercase<T>): T => name.toLowerCase() as T;
export const valueOrNull = <T extends string>(name: Uppercase<T> | null | undefined): T | null =>
  name === null || name === undefined ? null : valueOf<T>(name);

export const kindOrNull = (name: string | null | undefined): JobKind | null =>
  jobKinds.find((kind) => nameOf(kind) === name) ?? null;
