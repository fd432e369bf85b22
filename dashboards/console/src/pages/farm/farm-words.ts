import { counted, many } from '../../words.ts';
import type { NodeAct } from './farm-api.ts';
import type { JobKind, NodeRecord } from './farm-records.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** `14 s`, `3 min`, `2 h 5 min`, `4 d 2 h`: two units at most. */
export const durationText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const [big, rest, bigUnit, restUnit] =
    minutes < 1_440
      ? [Math.floor(minutes / 60), minutes % 60, 'h', 'min']
      : [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), 'd', 'h'];
  return rest === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${rest} ${restUnit}`;
};

export const agoText = (time: string, now: Date): string =>
  `${durationText((now.getTime() - Date.parse(time)) / 1_000)} ago`;

/** `15.6 GiB`. */
export const memoryText = (bytes: number): string => `${(bytes / 1_024 ** 3).toFixed(1)} GiB`;

export const kindNames: Readonly<Record<JobKind, string>> = {
  SCENE_RENDER: 'Scene render',
  NARRATION_SYNTHESIZE: 'Narration',
  EXPORT_ASSEMBLE: 'Export',
  PAGE_CAPTURE: 'Page capture',
  BRAND_READ: 'Brand reading',
};

export interface StateWords {
  readonly name: string;
  readonly tone: Tone;
}

const nodeStates: Readonly<Record<NodeRecord['state'], StateWords>> = {
  READY: { name: 'Ready', tone: 'good' },
  DRAINING: { name: 'Draining', tone: 'warn' },
  QUARANTINED: { name: 'Quarantined', tone: 'bad' },
  OFFLINE: { name: 'Offline', tone: 'plain' },
  LOST: { name: 'Lost', tone: 'bad' },
};

export interface NodeWords extends StateWords {
  /** Why it is in that state. */
  readonly why: string;
  readonly seen: string;
  readonly capacity: string;
  readonly machine: string;
  readonly encoders: string;
  readonly work: string;
}

const nodeWhy = ({ state, heldState, failureStreak }: NodeRecord): string => {
  if (state === 'OFFLINE') return 'It said goodbye';
  if (state === 'LOST') return 'It fell silent: look at its machine';
  if (heldState !== null) return 'Held by an operator until it is resumed';
  if (state === 'QUARANTINED') return `Rests after ${counted(failureStreak, 'failure')} in a row`;
  if (state === 'DRAINING') return 'Finishes what it has, takes no more';
  return failureStreak === 0 ? '' : `${counted(failureStreak, 'failure')} in a row that it is to blame for`;
};

const machineText = ({ gpus, memoryBytes, pool }: NodeRecord): string => {
  const names = gpus.map(({ name, memoryBytes: bytes }) => `${name} (${memoryText(bytes)})`);
  const memory = memoryBytes > 0 ? [`${memoryText(memoryBytes)} memory`] : [];
  const none = pool === 'RENDER' && names.length === 0 ? ['no GPU'] : [];
  return [...names, ...none, ...memory].join(', ');
};

export const nodeWords = (node: NodeRecord): NodeWords => {
  const { state, silentSeconds, slots, leases, encoders, throughput } = node;
  const { completedAttempts, badAttempts, meanSeconds } = throughput;
  const speed = meanSeconds === null ? '' : `, ${durationText(meanSeconds)} each`;
  return {
    ...nodeStates[state],
    why: nodeWhy(node),
    seen: `${durationText(silentSeconds)} ago`,
    capacity: `${many(leases.length)} of ${counted(slots, 'slot')} busy`,
    machine: machineText(node),
    encoders: encoders.map(({ name, hardware }) => (hardware ? `${name} (GPU)` : name)).join(', '),
    work: `${many(completedAttempts)} done${speed}${badAttempts === 0 ? '' : `, ${many(badAttempts)} failed`}`,
  };
};

type Lease = Pick<NodeRecord['leases'][number], 'kind' | 'stage' | 'done' | 'total'>;

/** What a node is at. What it counts (frames, files) differs by stage, so that a share says more than a figure. */
export const leaseWords = ({ kind, stage, done, total }: Lease): { text: string; percent: number | null } => {
  const what = stage === null ? kindNames[kind] : `${kindNames[kind]}, ${stage}`;
  if (done === null || total === null || total === 0) return { text: what, percent: null };
  const percent = Math.min(100, (done / total) * 100);
  return { text: `${what}: ${Math.floor(percent)} %`, percent };
};

/** What an operator may do to a node now; what would change nothing is not offered. */
export const nodeActs = ({ state, heldState }: Pick<NodeRecord, 'state' | 'heldState'>): readonly NodeAct[] => {
  if (state === 'OFFLINE') return [];
  if (state === 'LOST') return heldState === null ? ['drain'] : ['resume'];
  if (state === 'DRAINING') return ['resume'];
  return state === 'QUARANTINED' ? ['resume', 'drain'] : ['drain', 'quarantine'];
};

export const nodeActWords: Readonly<Record<NodeAct, { readonly label: string; readonly effect: string }>> = {
  drain: {
    label: 'Drain',
    effect: 'It finishes what it has and takes no more work, until it is resumed or its process starts anew.',
  },
  resume: { label: 'Resume', effect: 'It takes work again at once.' },
  quarantine: {
    label: 'Quarantine',
    effect: 'It takes no work, as after three failures in a row, and stays so until it is resumed.',
  },
};
