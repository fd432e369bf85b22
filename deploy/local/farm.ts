import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LauncherConfig } from './config.ts';
import {
  accessOf,
  captureNodeEnvironment,
  controlPlaneEnvironment,
  type FarmAccess,
  renderNodeEnvironment,
} from './farm-access.ts';
import { lockFarm } from './farm-lock.ts';
import { type FarmSecrets, farmSecrets, writePrivately } from './farm-secrets.ts';
import { freePort, isPortFree } from './free-port.ts';
import { freshLog, lastLines } from './log-files.ts';
import { type SupervisedPostgres, supervisePostgres } from './supervised-postgres.ts';
import {
  type ProcessSpec,
  type SupervisedProcess,
  superviseProcess,
  type UnexpectedExit,
} from './supervised-process.ts';

export type FarmEvent =
  | { readonly kind: 'stopping'; readonly what: string }
  | { readonly kind: 'started'; readonly what: string; readonly pid: number }
  | ({ readonly kind: 'died' } & UnexpectedExit);

export interface Farm {
  readonly access: FarmAccess;
  readonly accessFile: string;
  readonly logFolder: string;
  /** Where the farm keeps everything; for audits and tests, never printed. */
  readonly databaseUrl: string;
  /** Whether the database is the embedded one. */
  readonly ownsDatabase: boolean;
  /** Processes by name, as they run now; for tests and for people. */
  pids(): Readonly<Record<string, number | null>>;
  /**
   * Drains and ends the nodes, control plane and database, in that order; what does not end in time is killed, and so
   * is what is left when `hurry` aborts. Settles when nothing is left.
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

const readyPatienceMs = 90_000;
/** A node ends by itself well within this time after its own drain. */
const nodeExitMs = 12_000;
const controlPlaneDrainMs = 15_000;
const controlPlaneScript = fileURLToPath(import.meta.resolve('@reelyard/control-plane/main.ts'));
const captureNodeScript = fileURLToPath(import.meta.resolve('@reelyard/capture-node/main.ts'));
const renderNodeScript = fileURLToPath(import.meta.resolve('@reelyard/render-node/main.ts'));

/**
 * Starts a whole farm on `config.dataPath` (made when missing) and settles when it would accept a publish (`/readyz`).
 * A process that dies later is started again, each time later, and reported to `onEvent`.
 * Throws, with nothing left running, when the data or the port are in use, or a part cannot start: the message says what
 * to do. `signal` ends a start that is under way.
 */
export async function startFarm(
  config: LauncherConfig,
  {
    onEvent = () => {},
    signal = new AbortController().signal,
  }: { onEvent?: (event: FarmEvent) => void; signal?: AbortSignal } = {},
): Promise<Farm> {
  const { dataPath } = config;
  let hurry: AbortSignal = new AbortController().signal;
  await using starting = new AsyncDisposableStack();
  mkdirSync(dataPath, { recursive: true });
  starting.use(await lockFarm(dataPath));
  const secrets = farmSecrets(dataPath);
  const port = await claimPort(config);
  const logFolder = join(dataPath, 'logs');
  const accessFile = join(dataPath, 'access.json');
  const access = accessOf(config.host, port, secrets);
  const { origin } = new URL(access.baseUrl);

  const died: UnexpectedExit[] = [];
  const onExit = (exit: UnexpectedExit) => {
    died.push(exit);
    onEvent({ kind: 'died', ...exit });
  };
  const run = (spec: ProcessSpec, whenDead: (exit: UnexpectedExit) => void = onExit) =>
    superviseProcess(spec, { onStart: (pid) => onEvent({ kind: 'started', what: spec.name, pid }), onExit: whenDead });
  const stopLater = (what: string, parts: readonly Pick<SupervisedProcess, 'stop'>[]) =>
    starting.defer(async () => {
      onEvent({ kind: 'stopping', what });
      await Promise.all(parts.map((part) => part.stop(hurry)));
    });

  let database: SupervisedPostgres | null = null;
  if (config.databaseUrl === null) {
    database = await supervisePostgres(join(dataPath, 'postgres'), freshLog(logFolder, 'postgres'), onExit);
    stopLater('database', [database]);
  }
  signal.throwIfAborted();
  const databaseUrl = config.databaseUrl ?? database?.url ?? '';
  const controlPlane = run({
    name: 'control plane',
    command: [process.execPath, controlPlaneScript],
    env: controlPlaneEnvironment(config, secrets, port, databaseUrl),
    logFile: freshLog(logFolder, 'control-plane'),
    drainMs: controlPlaneDrainMs,
  });
  stopLater('control plane', [controlPlane]);
  await until(`${origin}/healthz`, died, signal);
  const { render, capture } = nodeSpecs(config, secrets, origin, logFolder);
  // Not waited for, and no reason to fail: a machine on which no browser runs makes videos all the same.
  const captureNodes = capture.map((spec) => run(spec, (exit) => onEvent({ kind: 'died', ...exit })));
  if (captureNodes.length > 0) stopLater(captureNodes.length === 1 ? 'capture node' : 'capture nodes', captureNodes);
  const nodes = render.map((spec) => run(spec));
  if (nodes.length > 0) {
    stopLater(nodes.length === 1 ? 'render node' : 'render nodes', nodes);
    await until(`${origin}/readyz`, died, signal);
  }
  writePrivately(accessFile, access);

  const running = starting.move();
  return {
    access,
    accessFile,
    logFolder,
    databaseUrl,
    ownsDatabase: database !== null,
    pids: () =>
      Object.fromEntries(
        [...(database === null ? [] : [database]), controlPlane, ...nodes, ...captureNodes].map((part) => [
          part.name,
          part.pid(),
        ]),
      ),
    async stop(hurrySignal) {
      hurry = hurrySignal ?? hurry;
      await running.disposeAsync();
    },
  };
}

/** What runs the nodes; their working folders are made anew: what a killed node left there belongs to lost attempts. */
function nodeSpecs(
  config: LauncherConfig,
  secrets: FarmSecrets,
  controlUrl: string,
  logFolder: string,
): { render: ProcessSpec[]; capture: ProcessSpec[] } {
  const specsOf = (
    kind: 'render' | 'capture',
    count: number,
    script: string,
    environmentOf: typeof renderNodeEnvironment,
  ): ProcessSpec[] =>
    Array.from({ length: count }, (_, index) => {
      const name = `${kind}-node-${index + 1}`;
      const scratchPath = join(config.dataPath, 'scratch', name);
      rmSync(scratchPath, { recursive: true, force: true });
      mkdirSync(scratchPath, { recursive: true });
      return {
        name: `${kind} node ${index + 1}`,
        command: [process.execPath, script],
        env: environmentOf(config, secrets, { name, scratchPath, controlUrl }),
        logFile: freshLog(logFolder, name),
        drainMs: config.drainSeconds * 1000 + nodeExitMs,
      };
    });
  return {
    render: specsOf('render', config.renderNodeCount, renderNodeScript, renderNodeEnvironment),
    capture: specsOf('capture', config.captureNodeCount, captureNodeScript, captureNodeEnvironment),
  };
}

async function claimPort({ host, port }: LauncherConfig): Promise<number> {
  if (port === 0) return freePort();
  if (await isPortFree(host, port)) return port;
  throw new Error(
    `port ${port} of ${host} is in use by another program.\nStop that program, or give the farm another port: FARM_PORT=${port + 1}`,
  );
}

/** Asks `url` until it answers 200. Throws when a part of the farm dies meanwhile: at the start that is no passing trouble. */
async function until(url: string, died: readonly UnexpectedExit[], signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + readyPatienceMs;
  let last = 'no answer';
  for (;;) {
    signal.throwIfAborted();
    const [first] = died;
    if (first !== undefined) {
      const log = lastLines(first.logFile, 8).map((line) => `  ${line}`);
      throw new Error(
        [`${first.name} did not start (${first.reason}); its log, ${first.logFile}, ends with:`, ...log].join('\n'),
      );
    }
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      if (answer.ok) return;
      last = `${answer.status} ${(await answer.text()).slice(0, 500)}`;
    } catch (error) {
      last = (error as Error).message;
    }
    if (Date.now() > deadline) throw new Error(`${url} was not ready after ${readyPatienceMs / 1000} s: ${last}`);
    await delay(100, undefined, { signal });
  }
}
