import type { z } from 'zod';
import type { Problem } from './refusal.ts';
import { joinPath } from './text-check.ts';

type Issue = z.core.$ZodIssue;

const pathOf = (root: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((place, key) => joinPath(place, typeof key === 'number' ? key : String(key)), root);

const codes: Partial<Record<Issue['code'], string>> = {
  invalid_type: 'INVALID_TYPE',
  too_big: 'TOO_BIG',
  too_small: 'TOO_SMALL',
  invalid_format: 'INVALID_FORMAT',
  not_multiple_of: 'NOT_A_MULTIPLE',
  invalid_union: 'INVALID_TYPE',
  invalid_value: 'NOT_ALLOWED',
};

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const problemsOfIssue = (issue: Issue, root: string): Problem[] => {
  const path = pathOf(root, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: joinPath(path, key),
      code: 'UNKNOWN_FIELD',
      message: `There is no field "${key}" here.`,
    }));
  }
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.includes('received undefined')) {
    return [{ path, code: 'REQUIRED', message: 'This field is required.' }];
  }
  const code = codes[issue.code] ?? 'INVALID_VALUE';
  const allowed = issue.code === 'invalid_value' ? issue.values.filter(isScalar) : undefined;
  return [{ path, code, message: issue.message, ...(allowed ? { allowed } : {}) }];
};

/** Everything that a schema found wrong, in the words of the API: all at once, each with its place (N22). */
export const requestProblems = (error: z.core.$ZodError, root = ''): Problem[] =>
  error.issues.flatMap((issue) => problemsOfIssue(issue, root));

/** What a schema found wrong with one part of a request. */
export class RequestProblemsError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super('The request does not have the expected shape');
    this.name = 'RequestProblemsError';
    this.problems = problems;
  }
}
