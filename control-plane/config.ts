import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVariables } from '@reelyard/shared/configuration/read-variables.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Marks what must never be printed. */
const secret = <T extends z.ZodType>(schema: T): T => schema.meta({ secret: true }) as T;

/** The entries of a list that is written with commas. */
export const addressesOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const isAddressOrCidr = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

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
  /** The web console as it was built; served at /console/. Default: where the set-up step of a checkout puts it. */
  FARM_CONSOLE_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../dashboards/console/dist', import.meta.url)))
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
  /** An S3 server that keeps the files instead of FARM_DATA: its region, bucket and keys are set together. */
  S3_REGION: z.string().min(1).optional(),
  /** Exists already; the keys may ListBucket it, and GetObject, PutObject and DeleteObject in it. */
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  /** Who the farm is to that server: stands in every signed address. */
  S3_ACCESS_KEY_ID: secret(z.string().min(1).optional()),
  /** Signs those addresses and never leaves the control plane. */
  S3_SECRET_ACCESS_KEY: secret(z.string().min(1).optional()),
  /** Where that server is. Not set: AWS. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** Where callers and nodes reach it, when that is elsewhere: signed addresses begin with it. */
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** The bucket in the path of addresses (on) or in their host name (off). Not set: on with S3_ENDPOINT, off at AWS. */
  S3_FORCE_PATH_STYLE: z.enum(['on', 'off']).optional(),
  /** Counts the rate limits of several control planes together. Not set: each counts alone. */
  REDIS_URL: secret(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional()),
  /** The local farm's own keys: when set, their account is made at the start (product.md). */
  FARM_BOOTSTRAP_LIVE_KEY: secret(z.string().optional()),
  FARM_BOOTSTRAP_TEST_KEY: secret(z.string().optional()),
  /** Its first user, an operator of the farm: made at the first start, left as it is later. */
  FARM_BOOTSTRAP_WEB_EMAIL: z.email('must be an e-mail address').toLowerCase().optional(),
  FARM_BOOTSTRAP_WEB_PASSWORD: secret(z.string().min(10, 'must have at least 10 characters').optional()),
  /** closed: nobody makes an account for themselves, by password or at the issuer. */
  FARM_SIGN_UP: z.enum(['open', 'closed']).default('open'),
  /** Proxies in front, by address or CIDR: only what they say of the caller's address is believed. Not set: nobody. */
  FARM_TRUST_PROXY: z
    .string()
    .default('')
    .superRefine((list, context) => {
      for (const entry of addressesOf(list)) {
        if (!isAddressOrCidr(entry)) context.addIssue(`"${entry}" is neither an address nor a CIDR`);
      }
    }),
  /** Sends the mails of the web accounts. Not set: each is a file below FARM_DATA/mail. */
  SMTP_URL: secret(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional()),
  MAIL_FROM: z.string().min(3).optional(),
  /** An OpenID Connect issuer where users may sign in besides their password. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: secret(z.string().min(1).optional()),
  /** Ends before /chat/completions: a language model, at an endpoint like OpenAI's, writes the storyboards. Not set: the built-in planner. */
  LLM_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  LLM_MODEL: z.string().min(1).optional(),
  LLM_API_KEY: secret(z.string().min(1).optional()),
  /** Stripe takes the money for credits, passes and top-ups. The webhook is POST /webhooks/stripe. */
  STRIPE_SECRET_KEY: secret(
    z
      .string()
      .regex(/^[sr]k_(test|live)_\S+$/, 'must be a secret key (sk_… or rk_…)')
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    z
      .string()
      .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook (whsec_…)')
      .optional(),
  ),
  /** Another server that speaks Stripe's protocol, for tests. Not set: Stripe. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  /** on: without Stripe, checkouts are paid with test money on a page of the farm's own. Gives credits for nothing. */
  FARM_LOCAL_CHECKOUT: z.enum(['on', 'off']).default('off'),
  /** silent is for tests. */
  LOG_LEVEL: z.enum(logLevels).default('info'),
};

/** Settings that say nothing without each other. */
const together = [
  ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['FARM_BOOTSTRAP_WEB_EMAIL', 'FARM_BOOTSTRAP_WEB_PASSWORD'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['LLM_BASE_URL', 'LLM_MODEL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const;

/** Settings that say nothing without another one. */
const leaning = [
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_PUBLIC_ENDPOINT', 'S3_ENDPOINT'],
  ['S3_FORCE_PATH_STYLE', 'S3_BUCKET'],
] as const;

const checkTogether = (values: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
  for (const names of together) {
    const missing = names.filter((name) => values[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    for (const name of missing) {
      const others = names.filter((other) => other !== name).join(' and ');
      context.addIssue({ code: 'custom', path: [name], message: `has to be set together with ${others}` });
    }
  }
  for (const [name, other] of leaning) {
    if (values[name] === undefined || values[other] !== undefined) continue;
    context.addIssue({ code: 'custom', path: [name], message: `says nothing without ${other}` });
  }
};

const variablesSchema = z.object(variables).superRefine(checkTogether);
type Variables = z.infer<typeof variablesSchema>;

export type Config = Omit<Variables, 'FARM_PUBLIC_URL'> & { readonly FARM_PUBLIC_URL: string };

const s3Schema = z
  .object(variables)
  .pick({
    S3_REGION: true,
    S3_BUCKET: true,
    S3_ACCESS_KEY_ID: true,
    S3_SECRET_ACCESS_KEY: true,
    S3_ENDPOINT: true,
    S3_PUBLIC_ENDPOINT: true,
    S3_FORCE_PATH_STYLE: true,
  })
  .superRefine(checkTogether);
export type S3Config = z.infer<typeof s3Schema>;

/** The settings of the object storage alone, checked like all of them. */
export const readS3Config = (environment: Readonly<Record<string, string | undefined>>): S3Config =>
  readVariables('object storage', s3Schema, environment);

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
