import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { LauncherConfig } from '../config.ts';
import { isPortFree } from '../free-port.ts';
import { broken, type Finding, good, limited } from './finding.ts';

const gibibyte = 2 ** 30;
const gib = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB`;
/** engine.md: what one raster worker plans for at 1080p. */
const workerBytes = 450 * 2 ** 20;
/** The database, the control plane and a few hundred videos. */
const comfortableDiskBytes = 10 * gibibyte;
const leastDiskBytes = gibibyte;

export function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const what = `${process.version} (${process.execPath})`;
  return major >= 26
    ? good('Node.js', what)
    : broken('Node.js', what, 'The farm runs on Node 26: start it with `npm run …`, which brings one.');
}

export function checkCores(config: LauncherConfig): Finding {
  const cores = availableParallelism();
  const workers = config.workerCount ?? cores;
  const what = `${cores} × ${cpus()[0]?.model.trim() ?? 'unknown'}; ${workers} raster worker${workers === 1 ? '' : 's'} a node`;
  return cores >= 2
    ? good('Processor', what)
    : limited('Processor', what, 'One core renders several times slower than the video plays.');
}

export function checkMemory(config: LauncherConfig): Finding {
  const workers = config.workerCount ?? availableParallelism();
  const needed = config.renderNodeCount * workers * workerBytes + gibibyte;
  const limit = memoryLimitBytes();
  const what = `${gib(limit)}, ${gib(Math.min(freemem(), limit))} free; the farm plans with ${gib(needed)}`;
  return limit >= needed
    ? good('Memory', what)
    : limited(
        'Memory',
        what,
        `Lower the number of workers: FARM_WORKERS=${Math.max(1, Math.floor((limit - gibibyte) / workerBytes))}`,
      );
}

/** A container's limit, where there is one. */
function memoryLimitBytes(): number {
  for (const file of ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']) {
    const limit = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
    if (Number.isFinite(limit)) return Math.min(limit, totalmem());
  }
  return totalmem();
}

export function checkGpu(): Finding {
  const asked = spawnSync('nvidia-smi', ['--query-gpu=name,memory.total,driver_version', '--format=csv,noheader'], {
    encoding: 'utf8',
    timeout: 15_000,
  });
  if (asked.error !== undefined) {
    return good('Graphics card', 'none found (no nvidia-smi); encoding runs on the processor');
  }
  const cards = asked.stdout.trim().split('\n').join('; ');
  return asked.status === 0
    ? good('Graphics card', cards)
    : limited(
        'Graphics card',
        cards || asked.stderr.trim(),
        'nvidia-smi fails: check the driver. The farm encodes on the processor meanwhile.',
      );
}

export function checkStorage({ dataPath }: LauncherConfig): Finding {
  const probe = join(dataPath, `doctor-${randomUUID()}`);
  const fresh = !existsSync(dataPath);
  try {
    mkdirSync(dataPath, { recursive: true });
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    return broken(
      'Storage',
      (error as Error).message,
      'The farm keeps its data there: make the folder writable, or set FARM_DATA.',
    );
  }
  const { bavail, bsize } = statfsSync(dataPath);
  const free = bavail * bsize;
  if (fresh) rmSync(dataPath, { recursive: true });
  const what = `${dataPath}, ${gib(free)} free`;
  if (free < leastDiskBytes)
    return broken('Storage', what, `Free some room on the disk of ${dirname(dataPath)}, or set FARM_DATA.`);
  if (free < comfortableDiskBytes)
    return limited('Storage', what, 'Renderings and videos stay until they are deleted: 10 GiB are a good start.');
  return good('Storage', what);
}

export async function checkPort({ host, port }: LauncherConfig): Promise<Finding> {
  if (port === 0) return good('Port', 'any free one (FARM_PORT=0)');
  try {
    if (await isPortFree(host, port)) return good('Port', `${host}:${port} is free`);
  } catch (error) {
    return broken('Port', (error as Error).message, `FARM_HOST=${host} is no address of this machine.`);
  }
  if (await isFarm(host, port)) return good('Port', `a farm is running on ${host}:${port}`);
  return broken(
    'Port',
    `${host}:${port} is in use by another program`,
    `Stop that program, or set another port: FARM_PORT=${port + 1}`,
  );
}

async function isFarm(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/healthz`, {
      signal: AbortSignal.timeout(2_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
