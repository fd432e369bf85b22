import { liveAsNode } from '@reelyard/shared/node-runtime/node-process.ts';
import pino from 'pino';
import { compose } from './compose.ts';
import { readConfig, redactConfig } from './config.ts';

/** Configuration, composition, work; SIGTERM and SIGINT drain the node and end the process. */
const config = readConfig(process.env);
const logger = pino({ name: 'render-node', level: config.LOG_LEVEL, base: { node: config.FARM_NODE_NAME } });

await liveAsNode({
  compose: async (signal) => await compose(config, logger, signal),
  configuration: redactConfig(config),
  drainSeconds: config.FARM_DRAIN_SECONDS,
  log: logger,
});
