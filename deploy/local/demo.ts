#!/usr/bin/env node
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { ownEnvironment, readLauncherConfig } from './config.ts';
import { downloadFile } from './demo/download-file.ts';
import { sampleBrand, sampleScenes, sampleTitle } from './demo/sample-project.ts';
import { watchPublish } from './demo/watch-publish.ts';
import { type Farm, startFarm } from './farm.ts';
import { stopSignals } from './stop-signals.ts';
import { bold, dim, green, megabytes, say, sayEvent, sayFailure, seconds, shown } from './terminal.ts';

const environment = ownEnvironment();
const { stop, hurry } = stopSignals(environment);
const beganAtMs = performance.now();
let farm: Farm | null = null;
try {
  const config = readLauncherConfig(environment);
  const stages: [string, number][] = config.setupMs === null ? [] : [['set-up', config.setupMs]];
  say(`Starting a farm on ${shown(config.dataPath)}`);
  // Nobody needs to know the address of a farm that lives for a minute: a busy port is no reason to fail.
  const port = environment['FARM_PORT'] === undefined ? 0 : config.port;
  farm = await startFarm(
    // The sample project shows no page: no browser is started for it.
    { ...config, port, captureNodeCount: 0 },
    { onEvent: (event) => event.kind === 'died' && sayEvent(event), signal: stop },
  );
  stages.push(['start of the farm', performance.now() - beganAtMs]);
  say(
    `${green('✓')} ready: database, control plane, ${config.renderNodeCount} render node${config.renderNodeCount === 1 ? '' : 's'}`,
  );
  await makeVideo(farm, config.demoOutPath, stages);
} catch (error) {
  process.exitCode = 1;
  if (stop.aborted) say('\nInterrupted.');
  else {
    sayFailure(error);
    if (farm !== null) process.stderr.write(`  logs: ${shown(farm.logFolder)}\n`);
  }
} finally {
  await farm?.stop(stop.aborted ? AbortSignal.abort() : hurry);
}

async function makeVideo({ access }: Farm, outPath: string, stages: [string, number][]): Promise<void> {
  const client = reelyardClient({ baseUrl: access.baseUrl, apiKey: access.liveKey, signal: stop });
  const templates = await availableTemplates();
  const labels = sampleScenes.map(({ templateId }) => {
    const template = templates.get(templateId);
    if (template === undefined)
      throw new Error(`the farm has no template "${templateId}"; it has ${[...templates.keys()].join(', ')}`);
    return { title: template.name, durationSeconds: template.durationSeconds };
  });

  const { data: project } = await client.createProject({
    body: { title: sampleTitle, brand: sampleBrand, scenes: sampleScenes },
  });
  say(`${green('✓')} project ${bold(sampleTitle)}: ${project.sceneCount} scenes, ${project.id}`);
  const { data: publish } = await client.publishProject({
    projectId: project.id,
    body: { quality: '1080p', format: 'mp4', includeMusic: true, includeVoiceover: true },
  });
  const sound = [
    publish.music.title === null ? null : `music "${publish.music.title}" by ${publish.music.artist}`,
    publish.voice === null ? null : `voice ${publish.voice.name}`,
  ].filter((part) => part !== null);
  say(`${green('✓')} publishing at 1080p${sound.length === 0 ? '' : `, ${sound.join(', ')}`}`);
  say();

  const { status, times } = await watchPublish(client, project.id, labels, stop);
  stages.push(['scenes', times.scenesMs], ['export', times.exportMs]);
  const downloadedAtMs = performance.now();
  const { data: file } = await client.downloadExport({ exportId: status.export?.id ?? '' });
  await mkdir(dirname(outPath), { recursive: true });
  const sizeBytes = await downloadFile(new URL(file.url, access.baseUrl).href, outPath, stop);
  stages.push(['download', performance.now() - downloadedAtMs]);
  sayResult(outPath, sizeBytes, status.export?.durationSeconds ?? null, stages);

  async function availableTemplates() {
    const { data: found } = await client.listTemplates({ aspectRatio: '16:9', limit: 100 });
    return new Map(found.templates.map((template) => [template.slug, template]));
  }
}

function sayResult(
  path: string,
  sizeBytes: number,
  durationSeconds: number | null,
  stages: readonly [string, number][],
): void {
  say();
  say(`${green('✓')} ${bold(shown(path))}`);
  const length = durationSeconds === null ? '' : `${durationSeconds.toFixed(1)} s, `;
  say(`  ${length}1920×1080, H.264 + AAC, ${megabytes(sizeBytes)}`);
  say(dim(`  ${path}`));
  say();
  for (const [stage, ms] of stages) say(`  ${stage.padEnd(20)}${seconds(ms).padStart(10)}`);
  const totalMs = stages.reduce((sum, [, ms]) => sum + ms, 0);
  say(`  ${bold('total'.padEnd(20))}${bold(seconds(totalMs).padStart(10))}`);
  say();
  say(dim('  Next: `npm start` keeps a farm up and prints its address and keys.'));
}
