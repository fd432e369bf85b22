import { readdirSync, readFileSync } from 'node:fs';

/** One process as /proc tells it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parentPid: number;
  /** User and system time since its start, in clock ticks of 10 ms. */
  readonly cpuTicks: number;
}

/** RULE: a line of /proc/<pid>/stat; the name in brackets may itself hold brackets and spaces. Null where it is none. */
export const processRowOf = (line: string): ProcessRow | null => {
  const close = line.lastIndexOf(')');
  const fields = line.slice(close + 2).split(' ');
  const [pid, parentPid, userTicks, systemTicks] = [
    line.slice(0, line.indexOf(' ')),
    fields[1],
    fields[11],
    fields[12],
  ].map(Number);
  return close === -1 ||
    pid === undefined ||
    parentPid === undefined ||
    userTicks === undefined ||
    systemTicks === undefined
    ? null
    : { pid, parentPid, cpuTicks: userTicks + systemTicks };
};

/** RULE: a process and all that descend from it, the process first. */
export const treeOf = (rows: readonly ProcessRow[], rootPid: number): readonly ProcessRow[] => {
  const children = Map.groupBy(rows, ({ parentPid }) => parentPid);
  const tree = rows.filter(({ pid }) => pid === rootPid);
  for (let at = 0; at < tree.length; at += 1) tree.push(...(children.get(tree[at]?.pid ?? 0) ?? []));
  return tree;
};

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return '';
  }
};

/** All processes of the machine; one look is shared by all browsers. Empty where there is no /proc. */
export const processTable = (): readonly ProcessRow[] => {
  const names = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return names.flatMap((name) => processRowOf(readOrEmpty(`/proc/${name}/stat`)) ?? []);
};

/**
 * What a process alone takes: its own pages and those that it shares on purpose (pictures between processes). The pages
 * of Chromium's program, 60 MB in each process and in memory once, are left out.
 */
export const privateBytesOf = (pid: number): number => {
  const status = readOrEmpty(`/proc/${pid}/status`);
  const kilobytes = ['RssAnon', 'RssShmem'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) * 1_024;
};
