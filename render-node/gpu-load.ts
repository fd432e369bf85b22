import { execa } from 'execa';

/** What a card does now, by the word of its driver; null for what this card or its partition does not tell. */
export interface GpuLoad {
  /** Of the driver's numbering, as nvidia-smi shows it. */
  readonly index: number;
  /** Share of the last second in which something ran on it, 0 to 1. */
  readonly busyShare: number | null;
  readonly memoryUsedBytes: number | null;
  /** Encodes of every process of the machine. */
  readonly encoderSessionCount: number | null;
}

/** A driver that hangs must not hold up a scrape for long. */
const patienceMs = 3_000;
const fields = ['index', 'utilization.gpu', 'memory.used', 'encoder.stats.sessionCount'];

const numberOf = (text: string | undefined): number | null => {
  const trimmed = text?.trim() ?? '';
  return /^\d+$/.test(trimmed) ? Number(trimmed) : null;
};
const scaled = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

/** RULE: one line of nvidia-smi, "0, 37, 1234, 2" (%, MiB), with "[N/A]" for what is not told. Null for a message. */
export const parseLoadLine = (line: string): GpuLoad | null => {
  const [index, busyPercent, memoryMib, sessions] = line.split(',').map((cell) => numberOf(cell));
  if (index === undefined || index === null || sessions === undefined) return null;
  return {
    index,
    busyShare: scaled(busyPercent ?? null, 0.01),
    memoryUsedBytes: scaled(memoryMib ?? null, 1_024 * 1_024),
    encoderSessionCount: sessions,
  };
};

/** The cards of this machine; none where the driver does not answer in time. */
export const readGpuLoads = async (): Promise<GpuLoad[]> => {
  const query = [`--query-gpu=${fields.join(',')}`, '--format=csv,noheader,nounits'];
  const options = { reject: false, timeout: patienceMs, forceKillAfterDelay: 1_000 } as const;
  const { stdout, failed } = await execa('nvidia-smi', query, options);
  return failed ? [] : stdout.split('\n').flatMap((line) => parseLoadLine(line) ?? []);
};
