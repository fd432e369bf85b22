import pino from 'pino';
import { compose, type RenderNode } from './compose.ts';
import { readConfig, redactConfig } from './config.ts';

/** Configuration, composition, work; SIGTERM and SIGINT drain the node and end the process. */
const config = readConfig(process.env);
const logger = pino({ name: 'render-node', level: config.LOG_LEVEL, base: { node: config.FARM_NODE_NAME } });

/** Beyond the drain: its farewells, and a job that does not hear its signal. What is left then dies with the process. */
const exitGraceMs = 7_000;

const starting = new AbortController();
let composed: Promise<RenderNode> | undefined;
let stopping = false;

const stop = async (why: string, exitCode: number): Promise<void> => {
  if (stopping) return;
  stopping = true;
  logger.info({ why }, 'stopping');
  setTimeout(() => process.exit(1), config.FARM_DRAIN_SECONDS * 1_000 + exitGraceMs).unref();
  starting.abort(new Error('stopped while starting'));
  const renderNode = await composed?.catch(() => null);
  await renderNode?.close();
  logger.info({}, 'stopped');
  process.exit(exitCode);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, 0));

logger.info(redactConfig(config), 'configuration');
try {
  composed = compose(config, logger, starting.signal);
  const { node } = await composed;
  await node.registered;
} catch (error) {
  if (!stopping) {
    logger.fatal({ err: error }, 'the node could not start');
    await stop('start failed', 1);
  }
}
