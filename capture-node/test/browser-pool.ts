import type { EgressPolicy } from '@reelyard/shared/egress/checked-addresses.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { forwardProxy } from '@reelyard/shared/egress/forward-proxy.ts';
import { browserEnvironment, browserLauncher } from '../browsers/browser-launcher.ts';
import type { LeaseOptions } from '../browsers/browser-lease.ts';
import type { LeaseEndReason } from '../browsers/lease-ended.ts';
import { type BrowserPool, openBrowserPool, type PoolOptions } from '../browsers/pool.ts';

export interface TestPool extends AsyncDisposable {
  readonly pool: BrowserPool;
  readonly events: string[];
  /** Codes that the proxy refused with. */
  readonly refusals: string[];
  readonly warnings: string[];
}

/**
 * A pool of real browsers as a node has it.
 *
 * @param allow FARM_EGRESS_ALLOW: `127.0.0.1` for fixture sites; empty for the open web alone
 */
export const openTestPool = async (
  allow: string,
  overrides: Partial<Pick<PoolOptions, 'size' | 'warmCount' | 'maxAgeMs' | 'maxUses' | 'limits'>> = {},
  resolve?: EgressPolicy['resolve'],
): Promise<TestPool> => {
  const events: string[] = [];
  const refusals: string[] = [];
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_fields: object, message: string) => warnings.push(message), error: () => {} };
  const launcher = await browserLauncher({
    chromiumPath: undefined,
    environment: browserEnvironment(process.env),
    isSandboxRequired: false,
    log,
  });
  const policy: EgressPolicy = { allow: egressAllowSchema.parse(allow), ...(resolve === undefined ? {} : { resolve }) };
  const pool = openBrowserPool({
    launch: launcher.launch,
    proxy: forwardProxy({ policy, onRefusal: (code) => refusals.push(code) }),
    size: 2,
    warmCount: 1,
    maxAgeMs: 600_000,
    maxUses: 50,
    limits: { maxBytes: 1_500_000_000, maxCpuShare: 0.9, busyMs: 60_000 },
    log,
    observer: {
      started: () => events.push('started'),
      crashed: () => events.push('crashed'),
      recycled: () => events.push('recycled'),
      waited: () => {},
      ended: (reason: LeaseEndReason) => events.push(reason),
    },
    ...overrides,
  });
  await pool.ready;
  return { pool, events, refusals, warnings, [Symbol.asyncDispose]: async () => await pool.close() };
};

/** What a lease of a test asks for, where nothing else matters. */
export const leaseOptions = (overrides: Partial<LeaseOptions> = {}): LeaseOptions => ({
  identity: 'test',
  viewport: { widthPx: 800, heightPx: 600, scale: 1 },
  wallMs: 30_000,
  signal: new AbortController().signal,
  ...overrides,
});
