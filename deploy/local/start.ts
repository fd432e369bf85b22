#!/usr/bin/env node
import { once } from 'node:events';
import { ownEnvironment, readLauncherConfig } from './config.ts';
import { type Farm, startFarm } from './farm.ts';
import { stopSignals } from './stop-signals.ts';
import { bold, dim, green, say, sayEvent, sayFailure, seconds, shown } from './terminal.ts';

const environment = ownEnvironment();
const { stop, hurry } = stopSignals(environment);
try {
  const config = readLauncherConfig(environment);
  const startedAtMs = performance.now();
  say(`Starting the farm on ${shown(config.dataPath)}`);
  const farm = await startFarm(config, { onEvent: sayEvent, signal: stop });
  introduce(farm, performance.now() - startedAtMs);
  if (!stop.aborted) await once(stop, 'abort');
  say();
  say(`Stopping: running jobs are finished or handed back ${dim('(Ctrl-C again: at once)')}`);
  await farm.stop(hurry);
  say(`${green('✓')} stopped`);
} catch (error) {
  process.exitCode = 1;
  if (stop.aborted) say('Stopped before it was ready.');
  else sayFailure(error);
}

function introduce(farm: Farm, tookMs: number): void {
  const { access } = farm;
  const rows = (entries: readonly (readonly [string, string])[]) => {
    for (const [name, value] of entries) say(`  ${name.padEnd(12)}${value}`);
  };
  say(`${green('✓')} ${bold('The farm is ready')} ${dim(`(${seconds(tookMs)})`)}`);
  say();
  rows([
    ['Console', `${access.consoleUrl} ${dim('(sign in as below)')}`],
    ['API', access.baseUrl],
    ['Reference', `${access.baseUrl}/reference/`],
    ['OpenAPI', `${access.baseUrl}/openapi.json`],
    ['Agents', `${access.mcpUrl} ${dim('(MCP, with a key)')}`],
    ['Operators', `${access.adminUrl} ${dim('(GraphQL, with adminToken of access.json)')}`],
    ['Metrics', access.metricsUrl],
    ['Billing', `${new URL(access.baseUrl).origin}/billing`],
    ['Sign in', `${access.webUser.email}  ${access.webUser.password}`],
    ['Live key', access.liveKey],
    ['Test key', access.testKey],
    ['Logs', shown(farm.logFolder)],
    ['Everything', `${shown(farm.accessFile)} ${dim('(for scripts; keep it private)')}`],
  ]);
  say();
  say('Try it:');
  say(`  curl -s -H 'X-API-Key: ${access.testKey}' ${access.baseUrl}/templates`);
  say();
  say(dim('Ctrl-C stops the farm. Start it again on the same data: same keys, same projects.'));
}
