import path from 'node:path';
import { readVariables } from '@reelyard/shared/configuration/read-variables.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Marks what must never be printed. */
const secret = <T extends z.ZodType>(schema: T): T => schema.meta({ secret: true }) as T;

/** Every environment variable of the control plane: NAME, default, why. Nothing else reads the environment. */
const variables = {
  /** Where everything is kept, the queue included. The launcher of the local farm fills it in. */
  DATABASE_URL: secret(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  /** Only this machine, unless an operator opens it: the farm has no TLS of its own. */
  FARM_HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 = any free port. */
  FARM_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Object storage on disk. Relative to the working directory. */
  FARM_DATA: z
    .string()
    .min(1)
    .default('./.farm')
    .transform((folder) => path.resolve(folder)),
  /** Where callers and nodes reach the farm: signed addresses and status links begin with it. Default: host and port. */
  FARM_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** What a node shows to register. */
  FARM_NODE_TOKEN: secret(z.string().min(24, 'must have at least 24 characters')),
  /** What an operator shows. */
  FARM_ADMIN_TOKEN: secret(z.string().min(24, 'must have at least 24 characters')),
  /** Signs the addresses of stored files: changing it ends every address that is out. */
  FARM_SIGNING_SECRET: secret(z.string().min(32, 'must have at least 32 characters')),
  /** Hosts or CIDRs that user-given addresses may reach besides the public web, plain http included. */
  FARM_EGRESS_ALLOW: z
    .string()
    .default('')
    .superRefine((list, context) => {
      const parsed = egressAllowSchema.safeParse(list);
      for (const { message } of parsed.error?.issues ?? []) context.addIssue(message);
    }),
  /** Counts the rate limits of several control planes together. Not set: each counts alone. */
  REDIS_URL: secret(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional()),
  /** The local farm's own keys: when set, their account is made at the start (product.md). */
  FARM_BOOTSTRAP_LIVE_KEY: secret(z.string().optional()),
  FARM_BOOTSTRAP_TEST_KEY: secret(z.string().optional()),
  /** silent is for tests. */
  LOG_LEVEL: z.enum(logLevels).default('info'),
};

const variablesSchema = z.object(variables);
type Variables = z.infer<typeof variablesSchema>;

export type Config = Omit<Variables, 'FARM_PUBLIC_URL'> & { readonly FARM_PUBLIC_URL: string };

/** Reads and checks the whole environment. Throws one error that names every problem. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const { FARM_PUBLIC_URL, ...rest } = readVariables('control plane', variablesSchema, environment);
  return {
    ...rest,
    FARM_PUBLIC_URL: (FARM_PUBLIC_URL ?? `http://${rest.FARM_HOST}:${rest.FARM_PORT}`).replace(/\/+$/, ''),
  };
};

const isSecret = (name: string): boolean =>
  z.globalRegistry.get(variables[name as keyof typeof variables] as z.ZodType)?.['secret'] === true;

/** The configuration as it is printed at the start: secrets only say that they are set. */
export const redactConfig = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, isSecret(name) && value !== undefined ? '(set)' : value]),
  );
