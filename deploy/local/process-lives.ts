import { readFileSync } from 'node:fs';

/** Whether a process runs. One that was killed may wait as a zombie until its parent asks for its end: that is no life. */
export function lives(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
