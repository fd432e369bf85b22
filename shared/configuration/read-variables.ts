import type { z } from 'zod';

/**
 * Checks a process's environment against the schema of its variables. A variable that is set to nothing counts as not
 * set: that is what an empty line in an env file means. Throws one error that names every problem, and no value: some
 * of them are secrets.
 */
export const readVariables = <S extends z.ZodObject>(
  processName: string,
  schema: S,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<S> => {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    const isMissing = set[name] === undefined && issue.code !== 'custom';
    return `  ${name}: ${isMissing ? 'is missing' : issue.message}`;
  });
  throw new Error(`The configuration of the ${processName} is not usable:\n${problems.join('\n')}`);
};
