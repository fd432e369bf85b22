import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readVariables } from '@reelyard/shared/configuration/read-variables.ts';
import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every environment variable of a render node: NAME, default, why. The engine finds ffmpeg by itself (engine/config.ts). */
const variables = {
  /** Where the control plane is reached; the node only ever calls out. */
  FARM_CONTROL_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .transform((url) => url.replace(/\/+$/, '')),
  /** What a node shows to register; it gets a token of its own in return. */
  FARM_NODE_TOKEN: z.string().min(24, 'must have at least 24 characters'),
  /** The name that operators see. Default: the host's name. */
  FARM_NODE_NAME: z.string().min(1).max(200).optional(),
  /** Working files of running jobs, about 200 MB each; a folder of this node alone. Default: below the system's temporary folder. */
  FARM_SCRATCH: z
    .string()
    .min(1)
    .transform((folder) => resolve(folder))
    .optional(),
  /** Threads that draw frames. Default: one for each core, fewer where memory is short. */
  FARM_WORKERS: z.coerce.number().int().min(1).max(256).optional(),
  /** Serves /metrics and /healthz; 0 = off. */
  FARM_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Where those are served: 0.0.0.0 for a scraper outside of this machine. */
  FARM_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** How long running jobs may go on after SIGTERM before they are handed back; stay below the grace of what stops the node. */
  FARM_DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).default(12),
  /** An encoder or a worker that shows no progress for this long is ended. */
  FARM_STALL_SECONDS: z.coerce.number().int().min(5).max(600).default(20),
  /** ffmpeg to use. Default: the one on PATH, else the one that came with the packages. */
  FFMPEG_PATH: z.string().min(1).optional(),
  /** An endpoint that speaks as OpenAI's /v1/audio/speech does, without that path; adds the voice voi_studio. Default: none. */
  TTS_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** Sent to TTS_URL as a bearer token. Default: none. */
  TTS_KEY: z.string().min(1).optional(),
  /** The model that TTS_URL is asked for. */
  TTS_MODEL: z.string().min(1).default('tts-1'),
  /** The voice that TTS_URL is asked for, by its own name. */
  TTS_VOICE: z.string().min(1).default('alloy'),
  /** silent is for tests. */
  LOG_LEVEL: z.enum(logLevels).default('info'),
};

const variablesSchema = z.object(variables);
type Variables = z.infer<typeof variablesSchema>;

export type Config = Omit<Variables, 'FARM_NODE_NAME' | 'FARM_SCRATCH'> & {
  readonly FARM_NODE_NAME: string;
  readonly FARM_SCRATCH: string;
};

/** Reads and checks the whole environment. Throws one error that names every problem. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const {
    FARM_NODE_NAME = hostname(),
    FARM_SCRATCH,
    ...rest
  } = readVariables('render node', variablesSchema, environment);
  const scratchPath = FARM_SCRATCH ?? join(tmpdir(), `reelyard-${FARM_NODE_NAME.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`);
  return { ...rest, FARM_NODE_NAME, FARM_SCRATCH: scratchPath };
};

/** The configuration as it is printed at the start: of secrets only that they are set. */
export const redactConfig = (config: Config): Record<string, unknown> => ({
  ...config,
  FARM_NODE_TOKEN: '(set)',
  ...(config.TTS_KEY === undefined ? {} : { TTS_KEY: '(set)' }),
});
