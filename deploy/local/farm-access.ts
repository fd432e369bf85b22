import type { LauncherConfig } from './config.ts';
import type { FarmSecrets } from './farm-secrets.ts';

/** What `$FARM_DATA/access.json` holds: how scripts reach the farm (product.md). */
export interface FarmAccess {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly adminUrl: string;
  readonly metricsUrl: string;
  readonly mcpUrl: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly adminToken: string;
  readonly nodeToken: string;
  readonly webUser: { readonly email: string; readonly password: string };
}

/** The farm's address as seen from this machine. */
function originOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

export function accessOf(host: string, port: number, secrets: FarmSecrets): FarmAccess {
  const origin = originOf(host, port);
  const { liveKey, testKey, adminToken, nodeToken, webUser } = secrets;
  return {
    baseUrl: `${origin}/api/v2`,
    consoleUrl: `${origin}/console/`,
    adminUrl: `${origin}/admin/graphql`,
    metricsUrl: `${origin}/metrics`,
    mcpUrl: `${origin}/mcp`,
    liveKey,
    testKey,
    adminToken,
    nodeToken,
    webUser,
  };
}

/** Environment of the control plane, which owns database and storage and so may see everything that was given. */
export function controlPlaneEnvironment(
  config: LauncherConfig,
  secrets: FarmSecrets,
  port: number,
  databaseUrl: string,
): Record<string, string> {
  return {
    // Test money, so that buying can be tried; Stripe's keys outweigh it, and so does FARM_LOCAL_CHECKOUT=off.
    FARM_LOCAL_CHECKOUT: 'on',
    ...config.environment,
    DATABASE_URL: databaseUrl,
    FARM_HOST: config.host,
    FARM_PORT: String(port),
    FARM_DATA: config.dataPath,
    FARM_PUBLIC_URL: config.publicUrl ?? originOf(config.host, port),
    FARM_NODE_TOKEN: secrets.nodeToken,
    FARM_ADMIN_TOKEN: secrets.adminToken,
    FARM_SIGNING_SECRET: secrets.signingSecret,
    FARM_BOOTSTRAP_LIVE_KEY: secrets.liveKey,
    FARM_BOOTSTRAP_TEST_KEY: secrets.testKey,
    FARM_BOOTSTRAP_WEB_EMAIL: secrets.webUser.email,
    FARM_BOOTSTRAP_WEB_PASSWORD: secrets.webUser.password,
  };
}

/** What any node may see of our environment: nothing that opens the database, the storage or somebody's account. */
const nodeMaySee = /^(?:PATH|HOME|USER|TMPDIR|LANG|LC_\w+|TZ|LD_LIBRARY_PATH|LOG_LEVEL)$/;
const renderNodeMaySee = /^(?:CUDA_\w+|NVIDIA_\w+|FFMPEG_PATH|FARM_METRICS_PORT|FARM_STALL_SECONDS|TTS_\w+)$/;
const captureNodeMaySee = /^(?:CHROMIUM_PATH|FARM_BROWSERS|FARM_BROWSER_\w+|FARM_SESSIONS_\w+|FARM_EGRESS_ALLOW)$/;

interface NodeTarget {
  readonly name: string;
  readonly scratchPath: string;
  readonly controlUrl: string;
}

const nodeEnvironment = (
  config: LauncherConfig,
  secrets: Pick<FarmSecrets, 'nodeToken'>,
  { name, scratchPath, controlUrl }: NodeTarget,
  alsoSees: RegExp,
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(config.environment).filter(([variable]) => nodeMaySee.test(variable) || alsoSees.test(variable)),
  ),
  FARM_CONTROL_URL: controlUrl,
  FARM_NODE_TOKEN: secrets.nodeToken,
  FARM_NODE_NAME: name,
  FARM_SCRATCH: scratchPath,
  FARM_DRAIN_SECONDS: String(config.drainSeconds),
});

export function renderNodeEnvironment(
  config: LauncherConfig,
  secrets: Pick<FarmSecrets, 'nodeToken'>,
  target: NodeTarget,
): Record<string, string> {
  return {
    ...nodeEnvironment(config, secrets, target, renderNodeMaySee),
    ...(config.workerCount === null ? {} : { FARM_WORKERS: String(config.workerCount) }),
  };
}

/** Names that pages ask for are resolved in libuv's threads: with four, one page of slow names would hold up all others. */
const lookupThreads = 32;

export function captureNodeEnvironment(
  config: LauncherConfig,
  secrets: Pick<FarmSecrets, 'nodeToken'>,
  target: NodeTarget,
): Record<string, string> {
  return {
    ...nodeEnvironment(config, secrets, target, captureNodeMaySee),
    FARM_METRICS_PORT: String(config.captureMetricsPort),
    UV_THREADPOOL_SIZE: String(lookupThreads),
  };
}
