import type { NodeLog } from './node-log.ts';
import type { RunningNode } from './run-node.ts';

/** A node with all that belongs to it. */
export interface ComposedNode {
  readonly node: RunningNode;
  /** Drains, then ends what the node runs. Never rejects. */
  close(): Promise<void>;
}

export interface ProcessLog extends NodeLog {
  fatal(fields: object, message: string): void;
}

/** Beyond the drain: its farewells, and a job that does not hear its signal. What is left then dies with the process. */
const exitGraceMs = 7_000;

/**
 * The life of a node's process: composes, registers, works; SIGTERM and SIGINT drain the node and end the process, and so
 * does a start that fails (exit code 1). Call it from main.ts.
 *
 * @param options.compose gets a signal that ends a start under way
 * @param options.configuration as it may be printed: without secrets
 */
export const liveAsNode = async (options: {
  readonly compose: (signal: AbortSignal) => Promise<ComposedNode>;
  readonly configuration: Record<string, unknown>;
  readonly drainSeconds: number;
  readonly log: ProcessLog;
}): Promise<void> => {
  const { log } = options;
  const starting = new AbortController();
  let composed: Promise<ComposedNode> | undefined;
  let stopping = false;

  const stop = async (why: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), options.drainSeconds * 1_000 + exitGraceMs).unref();
    starting.abort(new Error('stopped while starting'));
    const running = await composed?.catch(() => null);
    await running?.close();
    log.info({}, 'stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, 0));

  log.info(options.configuration, 'configuration');
  try {
    composed = options.compose(starting.signal);
    const { node } = await composed;
    await node.registered;
  } catch (error) {
    if (stopping) return;
    log.fatal({ err: error }, 'the node could not start');
    await stop('start failed', 1);
  }
};
