import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readVariables } from '@reelyard/shared/configuration/read-variables.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { z } from 'zod';
import { browserEnvironment } from './browsers/browser-launcher.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
const addressSchema = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** Every environment variable of a capture node: NAME, default, why. */
const variables = {
  /** Where the control plane is reached. */
  FARM_CONTROL_URL: addressSchema.transform(withoutSlash),
  /** What a node shows to register; it gets a token of its own in return. */
  FARM_NODE_TOKEN: z.string().min(24, 'must have at least 24 characters'),
  /** The name that operators see. Default: the host's name. */
  FARM_NODE_NAME: z.string().min(1).max(200).optional(),
  /** Pictures of running jobs, a few MB each; a folder of this node alone. Default: below the system's temporary folder. */
  FARM_SCRATCH: z
    .string()
    .min(1)
    .transform((folder) => resolve(folder))
    .optional(),
  /** Serves /metrics and /healthz; 0 = off. */
  FARM_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Where those are served: 0.0.0.0 for a scraper outside of this machine. */
  FARM_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** How long running jobs may go on after SIGTERM before they are handed back; browsing sessions end at once. */
  FARM_DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).default(12),
  /** Where the control plane's calls for browsing sessions are taken. */
  FARM_SESSIONS_HOST: z.string().min(1).default('127.0.0.1'),
  /** The port of these calls; 0 = any free one. */
  FARM_SESSIONS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** How the control plane reaches them. Default: by FARM_SESSIONS_HOST and the port. */
  FARM_SESSIONS_URL: addressSchema.transform(withoutSlash).optional(),
  /** Hosts and ranges that pages may be loaded from besides the public web, as in the control plane. */
  FARM_EGRESS_ALLOW: z
    .string()
    .default('')
    .superRefine((list, context) => {
      for (const { message } of egressAllowSchema.safeParse(list).error?.issues ?? []) context.addIssue(message);
    }),
  /** Chromium to use. Default: the one that came with the packages, else the system's. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** required = rather no pages than pages without a sandbox, where the machine has no user namespaces. */
  FARM_BROWSER_SANDBOX: z.enum(['preferred', 'required']).default('preferred'),
  /** Browsers at one time. Default: what the memory and the cores carry. */
  FARM_BROWSERS: z.coerce.number().int().min(1).max(500).optional(),
  /** A browser that takes more memory than this is ended, in megabytes. */
  FARM_BROWSER_MEMORY_MB: z.coerce.number().int().min(200).max(64_000).default(1_500),
  /** A browser is replaced after this many minutes. */
  FARM_BROWSER_MAX_AGE_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  /** A browser is replaced after this many uses. */
  FARM_BROWSER_MAX_USES: z.coerce.number().int().min(1).max(10_000).default(50),
  /** silent is for tests. */
  LOG_LEVEL: z.enum(logLevels).default('info'),
};

const variablesSchema = z.object(variables);
type Variables = z.infer<typeof variablesSchema>;

export type Config = Omit<Variables, 'FARM_NODE_NAME' | 'FARM_SCRATCH'> & {
  readonly FARM_NODE_NAME: string;
  readonly FARM_SCRATCH: string;
  /** What browsers see of the environment. */
  readonly browserEnvironment: Readonly<Record<string, string>>;
};

/** Reads and checks the whole environment. Throws one error that names every problem. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const {
    FARM_NODE_NAME = hostname(),
    FARM_SCRATCH,
    ...rest
  } = readVariables('capture node', variablesSchema, environment);
  const scratchPath = FARM_SCRATCH ?? join(tmpdir(), `reelyard-${FARM_NODE_NAME.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`);
  return { ...rest, FARM_NODE_NAME, FARM_SCRATCH: scratchPath, browserEnvironment: browserEnvironment(environment) };
};

/** The configuration as it is printed at the start: of secrets only that they are set. */
export const redactConfig = ({ browserEnvironment: _browsers, ...config }: Config): Record<string, unknown> => ({
  ...config,
  FARM_NODE_TOKEN: '(set)',
});
