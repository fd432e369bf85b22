import { readConfig as captureNodeConfig } from '@reelyard/capture-node/config.ts';
import { readConfig as controlPlaneConfig } from '@reelyard/control-plane/config.ts';
import { readConfig as renderNodeConfig } from '@reelyard/render-node/config.ts';
import { textOf } from './repository.ts';

export const processNames = ['control-plane', 'render-node', 'capture-node'] as const;
export type ProcessName = (typeof processNames)[number];
export const isProcessName = (name: string): name is ProcessName => (processNames as readonly string[]).includes(name);

type Environment = Readonly<Record<string, string>>;

/** Throws, naming every problem, where the process would not start with this environment. */
export const readConfigOf: Readonly<Record<ProcessName, (environment: Environment) => unknown>> = {
  'control-plane': controlPlaneConfig,
  'render-node': renderNodeConfig,
  'capture-node': captureNodeConfig,
};

/** Read by Node, by the driver and by Chromium's launcher, not by a schema of the farm. */
const readByOthers = ['HOME', 'NVIDIA_DRIVER_CAPABILITIES', 'POD_IP', 'UV_THREADPOOL_SIZE'];

/** Names of the environment that the process does not know: a misspelt one is silently the default. */
export const unknownNames = (processName: ProcessName, names: readonly string[]): string[] => {
  const [, table = ''] = /const variables = \{\n([\s\S]*?)\n\};\n/.exec(textOf(`${processName}/config.ts`)) ?? [];
  const known = new Set([...table.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name));
  if (known.size < 10) throw new Error(`the variables of ${processName}/config.ts are not found`);
  return names.filter((name) => !known.has(name) && !readByOthers.includes(name));
};

interface Door {
  /** Names of the environment. */
  readonly host: string;
  readonly port: string;
  /** Files that name the path. */
  readonly healthIn: string;
  readonly metricsIn: string;
}
const nodeDoor: Door = {
  host: 'FARM_METRICS_HOST',
  port: 'FARM_METRICS_PORT',
  healthIn: 'shared/node-runtime/serve-metrics.ts',
  metricsIn: 'shared/node-runtime/serve-metrics.ts',
};
/** Where each process serves its health and its metrics. */
export const doorOf: Readonly<Record<ProcessName, Door>> = {
  'control-plane': {
    host: 'FARM_HOST',
    port: 'FARM_PORT',
    healthIn: 'control-plane/http/health-routes.ts',
    metricsIn: 'control-plane/metrics.ts',
  },
  'render-node': nodeDoor,
  'capture-node': nodeDoor,
};

/** How long each process takes to end after SIGTERM at most, beyond FARM_DRAIN_SECONDS (node-process.ts, deploy/local/farm.ts). */
export const exitSeconds: Readonly<Record<ProcessName, number>> = {
  'control-plane': 15,
  'render-node': 7,
  'capture-node': 7,
};
