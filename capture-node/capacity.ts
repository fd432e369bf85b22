/** RULE: how many browsers a machine holds, and who may have them. */
export interface BrowserPlan {
  readonly browserCount: number;
  /** Kept ready without anybody needing them. */
  readonly warmCount: number;
  /** Jobs (captures, brand readings) at one time. */
  readonly jobSlots: number;
  /** Browsing sessions at one time: they may last an hour, and must never take the last browser from the jobs. */
  readonly sessionSlots: number;
}

const megabyte = 1_000_000;
/** A browser with a page that is heavy: measured 45 MB for Chromium itself, 40 to 350 MB for pages. */
const browserBytes = 400 * megabyte;
/** A page at rest takes hardly any time of a core; one that loads takes all of it for a second. */
const browsersPerCore = 4;
const mostBrowsers = 48;

/** RULE: what fits into memory and may share the cores; at least two. A configured count is believed. */
export const browserCountFor = (machine: {
  readonly cores: number;
  readonly memoryBytes: number;
  readonly configured: number | undefined;
}): number =>
  machine.configured ??
  Math.max(2, Math.min(mostBrowsers, machine.cores * browsersPerCore, Math.floor(machine.memoryBytes / browserBytes)));

/** RULE: jobs get half of the browsers, but not more than there are cores; sessions get the others. */
export const browserPlanFor = (browserCount: number, cores: number): BrowserPlan => {
  const jobSlots = Math.max(1, Math.min(cores, Math.floor(browserCount / 2)));
  return {
    browserCount,
    warmCount: Math.min(browserCount, browserCount > 4 ? 2 : 1),
    jobSlots,
    sessionSlots: Math.max(1, browserCount - jobSlots),
  };
};
