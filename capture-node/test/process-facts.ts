import { readFileSync } from 'node:fs';
import { processTable, treeOf } from '../browsers/process-tree.ts';

export interface ProcessFacts {
  readonly pid: number;
  /** `renderer`, `gpu-process`, `utility`, `zygote`; `browser` for the one that started them. */
  readonly type: string;
  readonly uid: number;
  /** 2 = filtered by seccomp. */
  readonly seccomp: number;
  readonly capabilities: bigint;
  readonly noNewPrivileges: boolean;
  /** Its environment as the kernel keeps it, where it may be read. */
  readonly environment: string;
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Every process of a browser that has not ended; zombies have no command line. */
export const processesOf = (browserPid: number): readonly ProcessFacts[] =>
  treeOf(processTable(), browserPid).flatMap(({ pid }) => {
    const command = read(`/proc/${pid}/cmdline`);
    const status = read(`/proc/${pid}/status`);
    const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    if (command === '') return [];
    return {
      pid,
      type: /--type=([a-z-]+)/.exec(command)?.[1] ?? 'browser',
      uid: Number(field('Uid')),
      seccomp: Number(field('Seccomp')),
      capabilities: BigInt(`0x${field('CapEff') || '0'}`),
      noNewPrivileges: field('NoNewPrivs') === '1',
      environment: read(`/proc/${pid}/environ`),
    };
  });

/** A process that runs; one that has ended and was not yet fetched by its parent does not. */
export const isRunning = (pid: number): boolean => {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^[ZX]$/.test(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3));
};
