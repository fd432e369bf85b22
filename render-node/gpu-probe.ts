import { execa } from 'execa';

export interface Gpu {
  readonly name: string;
  readonly memoryBytes: number;
}

/** A driver that hangs must not hold up the node. */
const patienceMs = 5_000;

/** One line of nvidia-smi: "NVIDIA L4, 23034" (MiB). Null for anything else ("[N/A]", messages of the driver). */
export const parseGpuLine = (line: string): Gpu | null => {
  const match = /^(.+),\s*(\d+)$/.exec(line.trim());
  if (match?.[1] === undefined) return null;
  return { name: match[1], memoryBytes: Number(match[2]) * 1_024 * 1_024 };
};

/** The NVIDIA cards of this machine; none where there is no driver. Whether they encode is proven elsewhere. */
export const probeGpus = async (signal: AbortSignal): Promise<Gpu[]> => {
  const query = ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'];
  const { stdout, failed } = await execa('nvidia-smi', query, {
    reject: false,
    timeout: patienceMs,
    forceKillAfterDelay: 1_000,
    cancelSignal: signal,
  });
  if (failed) return [];
  return stdout.split('\n').flatMap((line) => parseGpuLine(line) ?? []);
};
