import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../config.ts';
import { consoleFiles } from '../http/console-files.ts';

/** The part of the composition that serves the web console, which shows stored files from `storedOrigin`. */
export const composeConsole = (
  { FARM_CONSOLE_DIR, FARM_PUBLIC_URL }: Config,
  storedOrigin: string,
): FastifyPluginAsync =>
  consoleFiles({
    folder: FARM_CONSOLE_DIR,
    // Of the farm's own by its public address; the console may have been opened by another name of this machine.
    mediaOrigins: [...new Set([new URL(FARM_PUBLIC_URL).origin, storedOrigin])],
  });
