import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

/**
 * Every environment variable of the launcher of the local farm: name, default, why. What is listed as passed on is checked by
 * the process that uses it, against a schema of its own.
 */
export const launcherVariables = {
  FARM_DATA: z
    .string()
    .min(1)
    .default('./.farm')
    .describe('where the farm keeps everything: database, files, logs, access.json'),
  FARM_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address to listen on; 0.0.0.0 opens the farm to the network'),
  FARM_PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('port of the API; 0 = a free one'),
  FARM_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address under which callers reach the farm; default: host and port'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('a PostgreSQL server to use instead of the embedded one'),
  FARM_RENDER_NODES: z.coerce.number().int().min(0).max(64).default(1).describe('how many render nodes to start here'),
  FARM_CAPTURE_NODES: z.coerce
    .number()
    .int()
    .min(0)
    .max(16)
    .default(1)
    .describe('how many capture nodes to start here: they hold the browsers; 0 = no captures'),
  FARM_CAPTURE_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe('serves /metrics of the capture node on 127.0.0.1; 0 = off'),
  FARM_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(`raster workers of each render node; default: one per core (${cpus().length})`),
  FARM_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .default(12)
    .describe('how long running jobs may go on after Ctrl-C before they are handed back'),
  FARM_SETUP_SECONDS: z.coerce
    .number()
    .min(0)
    .optional()
    .describe('how long set-up took; setup.sh tells `npm run demo`'),
  FARM_DEMO_OUT: z.string().min(1).default('./demo.mp4').describe('where `npm run demo` writes its video'),
} as const;

const schema = z.object(launcherVariables);

/** Variables by name; the ones that are set to nothing are left out: they are meant to be unset. */
export type Environment = Readonly<Record<string, string>>;

const onlySet = (environment: Readonly<Record<string, string | undefined>>): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );

/** The environment of this process, read here and nowhere else. */
export const ownEnvironment = (): Environment => onlySet(process.env);

export interface LauncherConfig {
  readonly dataPath: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
  readonly databaseUrl: string | null;
  readonly renderNodeCount: number;
  readonly captureNodeCount: number;
  readonly captureMetricsPort: number;
  readonly workerCount: number | null;
  readonly drainSeconds: number;
  readonly demoOutPath: string;
  readonly setupMs: number | null;
  /** Everything else of the environment, for the processes that the launcher starts. */
  readonly environment: Environment;
}

/** Reads and checks the environment; throws one error that names every problem. */
export function readLauncherConfig(environment: Readonly<Record<string, string | undefined>>): LauncherConfig {
  const set = onlySet(environment);
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      return `  ${name}${name === 'DATABASE_URL' ? '' : `=${set[name]}`}: ${issue.message}`;
    });
    throw new Error(`The settings of the farm are not usable:\n${problems.join('\n')}`);
  }
  const values = parsed.data;
  return {
    dataPath: resolve(values.FARM_DATA),
    host: values.FARM_HOST,
    port: values.FARM_PORT,
    publicUrl: values.FARM_PUBLIC_URL ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    renderNodeCount: values.FARM_RENDER_NODES,
    captureNodeCount: values.FARM_CAPTURE_NODES,
    captureMetricsPort: values.FARM_CAPTURE_METRICS_PORT,
    workerCount: values.FARM_WORKERS ?? null,
    drainSeconds: values.FARM_DRAIN_SECONDS,
    demoOutPath: resolve(values.FARM_DEMO_OUT),
    setupMs: values.FARM_SETUP_SECONDS === undefined ? null : values.FARM_SETUP_SECONDS * 1000,
    environment: set,
  };
}
