import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compose } from '@reelyard/render-node/compose.ts';
import { readConfig } from '@reelyard/render-node/config.ts';
import type { Farm } from './harness.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A real render node, with ffmpeg and the voices that ship, at a farm whose app listens at its FARM_PUBLIC_URL. */
export const startRenderNode = async (farm: Farm): Promise<{ close(): Promise<void> }> => {
  const scratchPath = await mkdtemp(path.join(tmpdir(), 'render-node-test-'));
  const config = readConfig({
    ...process.env,
    FARM_CONTROL_URL: farm.config.FARM_PUBLIC_URL,
    FARM_NODE_TOKEN: farm.config.FARM_NODE_TOKEN,
    FARM_NODE_NAME: 'render-test',
    FARM_SCRATCH: scratchPath,
    FARM_WORKERS: '1',
    FARM_DRAIN_SECONDS: '1',
    LOG_LEVEL: 'silent',
  });
  const running = await compose(config, silent, new AbortController().signal);
  await running.node.registered;
  return {
    async close() {
      await running.close();
      await rm(scratchPath, { recursive: true, force: true });
    },
  };
};
