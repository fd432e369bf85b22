import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compose } from '@reelyard/capture-node/compose.ts';
import { readConfig } from '@reelyard/capture-node/config.ts';
import type { Farm } from './harness.ts';

export interface TestCaptureNode {
  readonly nodeId: string;
  close(): Promise<void>;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A real capture node with real browsers, at a farm whose app listens at its FARM_PUBLIC_URL. */
export const startCaptureNode = async (farm: Farm, browserCount = 5): Promise<TestCaptureNode> => {
  const scratchPath = await mkdtemp(path.join(tmpdir(), 'capture-node-test-'));
  const config = readConfig({
    ...process.env,
    FARM_CONTROL_URL: farm.config.FARM_PUBLIC_URL,
    FARM_NODE_TOKEN: farm.config.FARM_NODE_TOKEN,
    FARM_NODE_NAME: 'capture-test',
    FARM_SCRATCH: scratchPath,
    FARM_EGRESS_ALLOW: '127.0.0.1',
    FARM_BROWSERS: String(browserCount),
    FARM_DRAIN_SECONDS: '1',
    LOG_LEVEL: 'silent',
  });
  const running = await compose(config, silent, new AbortController().signal);
  const { nodeId } = await running.node.registered;
  return {
    nodeId,
    async close() {
      await running.close();
      await rm(scratchPath, { recursive: true, force: true });
    },
  };
};
