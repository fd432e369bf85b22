import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '@reelyard/render-node/engine/encode/ffmpeg.ts';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { readLauncherConfig } from './config.ts';
import { type Farm, startFarm } from './farm.ts';

const folders: string[] = [];
const farms: Farm[] = [];

afterEach(async () => {
  await Promise.all(farms.splice(0).map((farm) => farm.stop(AbortSignal.abort())));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelyard-loss-'));
  folders.push(folder);
  return folder;
}

async function start(renderNodeCount: number): Promise<Farm> {
  const farm = await startFarm(
    readLauncherConfig({
      PATH: process.env['PATH'] ?? '',
      FARM_DATA: join(newFolder(), '.farm'),
      FARM_PORT: '0',
      FARM_WORKERS: '1',
      FARM_RENDER_NODES: String(renderNodeCount),
      FARM_CAPTURE_NODES: '0',
    }),
    { onEvent: () => {} },
  );
  farms.push(farm);
  return farm;
}

interface Status {
  readonly phase: string;
  readonly videoUrl: string | null;
  readonly render: {
    readonly progressPercent: number;
    readonly scenes: readonly { readonly state: string; readonly progress: number; readonly creditCharged: boolean }[];
  };
}

const clientOf = (farm: Farm) => async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const response = await fetch(`${farm.access.baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': farm.access.liveKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: unknown };
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer.data;
};

/** big-claim: 4.5 s at 30 frames a second. */
const framesOfScene = 135;
const project = {
  title: 'Two scenes',
  scenes: [
    { templateId: 'big-claim', parameters: { headline: 'The first of two scenes' } },
    { templateId: 'big-claim', parameters: { headline: 'And the second, after it' } },
  ],
};

/** Follows a publish by long poll; `onStatus` sees every state. */
async function publish(
  farm: Farm,
  onStatus: (status: Status & { projectId: string }) => Promise<void>,
): Promise<Status> {
  const call = clientOf(farm);
  const { id } = (await call('POST', '/projects', project)) as { id: string };
  const options = { quality: '1080p', includeMusic: false, includeSoundEffects: false };
  await call('POST', `/projects/${id}/publish`, options);
  for (;;) {
    const status = (await call('GET', `/projects/${id}/publish/status?wait=5`)) as Status;
    await onStatus({ ...status, projectId: id });
    if (status.phase !== 'rendering' && status.phase !== 'exporting') return status;
  }
}

/** One line a frame: its time and a hash of its picture. */
async function frameHashes(videoUrl: string): Promise<string> {
  const folder = newFolder();
  const video = join(folder, 'video.mp4');
  writeFileSync(video, Buffer.from(await (await fetch(videoUrl)).arrayBuffer()));
  const list = join(folder, 'frames.txt');
  await runFfmpeg(['-i', video, '-map', '0:v:0', '-f', 'framemd5', list], { signal: AbortSignal.timeout(60_000) });
  return createHash('sha256').update(readFileSync(list)).digest('hex');
}

interface LeaseHeld {
  readonly jobId: string;
  readonly holder: string;
}

/** A scene that is being drawn, and the process that draws it. */
async function findDrawing(database: Client): Promise<LeaseHeld | null> {
  const { rows } = await database.query<LeaseHeld>(
    `select lease.job_id as "jobId", node.name as holder from lease join node on node.id = lease.node_id
     where lease.kind = 'scene.render' and lease.ended_at is null
     order by lease.progress_done desc nulls last limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * Kills the node that is in the middle of a scene; false where none is for sure. Both nodes are frozen while it is
 * decided: on a fast machine the node that is asked about would otherwise be done by the time the signal comes.
 */
async function killHolder(farm: Farm, database: Client, projectId: string): Promise<boolean> {
  const nodes = Object.entries(farm.pids()).flatMap(([name, pid]) =>
    name.startsWith('render node') && pid !== null ? [{ name: name.replaceAll(' ', '-'), pid }] : [],
  );
  for (const { pid } of nodes) process.kill(pid, 'SIGSTOP');
  const drawing = await findDrawing(database);
  // A result that was sent before the freeze is taken by then: what is still held after it belongs to a frozen node.
  await clientOf(farm)('GET', `/projects/${projectId}/publish/status?wait=1`);
  const still = await findDrawing(database);
  const isSure = drawing !== null && still?.jobId === drawing.jobId;
  for (const { name, pid } of nodes) process.kill(pid, isSure && name === drawing.holder ? 'SIGKILL' : 'SIGCONT');
  return isSure;
}

it('B1: a node killed with -9 in the middle of a scene changes nothing but the time: the video is the same', async () => {
  const farm = await start(2);
  const database = new Client({ connectionString: farm.databaseUrl });
  await database.connect();
  let killed = false;
  const survived = await publish(farm, async ({ projectId, render }) => {
    const isUnderWay = render.scenes.some((scene) => scene.state === 'rendering');
    if (!killed && isUnderWay) killed = await killHolder(farm, database, projectId);
  });
  await database.end();
  expect(killed).toBe(true);
  expect(survived.phase).toBe('completed');
  expect(survived.render.scenes.map(({ state }) => state)).toEqual(['done', 'done']);
  const metrics = await (await fetch(farm.access.metricsUrl)).text();
  expect(metrics).toMatch(/farm_job_attempts_total\{kind="scene\.render",outcome="lost"[^}]*\} [1-9]/);
  expect(metrics).toMatch(/farm_job_attempts_total\{kind="scene\.render",outcome="completed"[^}]*\} 2\n/);
  expect(metrics).toMatch(new RegExp(`farm_frames_rendered_total ${2 * framesOfScene}\n`));

  const undisturbed = await publish(await start(1), async () => {});
  expect(undisturbed.phase).toBe('completed');
  expect(await frameHashes(survived.videoUrl ?? '')).toBe(await frameHashes(undisturbed.videoUrl ?? ''));
}, 180_000);
