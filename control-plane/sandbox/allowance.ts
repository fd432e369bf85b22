/** S120: what a test key's account may do in one UTC day, and in one project. */
export const sandboxLimits = { sceneRenders: 20, exports: 5, projectScenes: 4 } as const;

export interface AllowanceRefusal {
  readonly code: 'SANDBOX_SCENE_RENDERS' | 'SANDBOX_EXPORTS';
  readonly message: string;
  readonly limit: number;
  readonly used: number;
  readonly requested: number;
  readonly resetsAt: string;
}

/** 00:00 UTC of the day of `now`. */
export const startOfDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));

const startOfNextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

/** S119, N52: refuses a publish as a whole where one of the day's allowances does not cover it; null where they do. */
export const sandboxRefusal = (
  used: { readonly sceneRenders: number; readonly exports: number },
  requested: { readonly sceneRenders: number; readonly exports: number },
  now: Date,
): AllowanceRefusal | null => {
  const kinds = [
    { name: 'sceneRenders', code: 'SANDBOX_SCENE_RENDERS', words: 'scene renders' },
    { name: 'exports', code: 'SANDBOX_EXPORTS', words: 'exports' },
  ] as const;
  for (const { name, code, words } of kinds) {
    const limit = sandboxLimits[name];
    if (used[name] + requested[name] <= limit) continue;
    return {
      code,
      message: `Test keys have ${limit} ${words} a day; ${used[name]} are used and this needs ${requested[name]}.`,
      limit,
      used: used[name],
      requested: requested[name],
      resetsAt: startOfNextDay(now).toISOString(),
    };
  }
  return null;
};
