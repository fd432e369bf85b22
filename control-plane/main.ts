import pino from 'pino';
import { compose } from './compose.ts';
import { readConfig, redactConfig } from './config.ts';

/** Configuration, composition, listening; SIGTERM and SIGINT finish the requests under way and end the process. */
const config = readConfig(process.env);
const logger = pino({ name: 'control-plane', level: config.LOG_LEVEL });
logger.info(redactConfig(config), 'configuration');

const controlPlane = await compose({ config, logger, clock: () => new Date() });
await controlPlane.app.listen({ host: config.FARM_HOST, port: config.FARM_PORT });

let stopping = false;
const stop = async (signal: NodeJS.Signals): Promise<void> => {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'stopping');
  await controlPlane.close();
  logger.info('stopped');
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
