#!/usr/bin/env node
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startFarm } from './harness.ts';
import { clientOf, clientPath, snapshotOf, snapshotPath } from './openapi-snapshot.ts';

/** Writes control-plane/test/openapi.json and the typed client that is made from it. Run it after a change of the API. */
const farm = await startFarm();
try {
  await writeFile(snapshotPath, await snapshotOf(farm));
  await writeFile(clientPath, await clientOf(farm));
  process.stdout.write(`${path.basename(snapshotPath)} and ${path.basename(clientPath)} are written\n`);
} finally {
  await farm.close();
}
