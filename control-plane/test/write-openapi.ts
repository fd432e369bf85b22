#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startFarm } from './harness.ts';
import { snapshotOf, snapshotPath } from './openapi-snapshot.ts';

/** Writes control-plane/test/openapi.json and the client made from it anew. Run it after a change of the API. */
const farm = await startFarm();
try {
  await writeFile(snapshotPath, await snapshotOf(farm));
  process.stdout.write(`${path.basename(snapshotPath)} is written\n`);
} finally {
  await farm.close();
}
