import type { Problem } from './refusal.ts';

const problemOfText = (text: string): Omit<Problem, 'path'> | null => {
  if (text.includes('\u0000')) return { code: 'NUL_CHARACTER', message: 'The text contains a NUL character.' };
  if (!text.isWellFormed()) {
    return { code: 'INVALID_UNICODE', message: 'The text contains half of a surrogate pair.' };
  }
  return null;
};

/** `scenes[1].parameters.headline`: how problems name their place. */
export const joinPath = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
};

/**
 * Every text of a parsed body, keys included, that PostgreSQL and the renderer cannot take (H2). Walks without
 * recursion, so that deep nesting cannot exhaust the stack.
 */
export const unusableTexts = (body: unknown, root = ''): Problem[] => {
  const problems: Problem[] = [];
  const waiting: { value: unknown; path: string; key?: string }[] = [{ value: body, path: root }];
  const check = (text: string, path: string): void => {
    const problem = problemOfText(text);
    if (problem) problems.push({ path, ...problem });
  };
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { value, path, key: ownKey } = entry;
    if (ownKey !== undefined) check(ownKey, path);
    if (typeof value === 'string') check(value, path);
    else if (Array.isArray(value)) {
      for (const [index, member] of value.entries()) waiting.push({ value: member, path: joinPath(path, index) });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const printable = key.toWellFormed().replaceAll('\u0000', '\uFFFD');
        waiting.push({ value: member, path: joinPath(path, printable), key });
      }
    }
  }
  return problems.reverse();
};
