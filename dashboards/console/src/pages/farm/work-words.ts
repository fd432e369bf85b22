import { counted, many } from '../../words.ts';
import type {
  FarmRecord,
  JobKind,
  JobRecord,
  JobState,
  PublishRecord,
  WaitingReason,
  WaitingRecord,
} from './farm-records.ts';
import { durationText, kindNames, type StateWords } from './farm-words.ts';

const jobStateNames: Readonly<Record<JobState, StateWords>> = {
  WAITING: { name: 'Waiting', tone: 'warn' },
  RUNNING: { name: 'Running', tone: 'good' },
  STOPPING: { name: 'Stopping', tone: 'warn' },
  COMPLETED: { name: 'Completed', tone: 'plain' },
  GAVE_UP: { name: 'Gave up', tone: 'bad' },
  CANCELLED: { name: 'Cancelled', tone: 'plain' },
};
export const jobStateName = (state: JobState): string => jobStateNames[state].name;

const waitingReasons: Readonly<Record<WaitingReason, string>> = {
  RESTING: 'Rests before its next try',
  NO_NODE_READY: 'No node of its pool is ready: start or resume one',
  NO_NODE_FOR_KIND: 'No ready node does this kind of job',
  NO_NODE_FOR_CODEC: 'No ready node encodes what it asks for',
  NO_NODE_FOR_VOICE: 'No ready node has its voice',
  NODES_BUSY: 'Every node that could do it is busy',
};

/** Who is to blame, as somebody says it who then acts on it. */
const blames: Readonly<Record<string, string>> = {
  input: 'the project',
  engine: 'the engine',
  node: 'the machine',
  storage: 'the storage',
};

export interface JobWords extends StateWords {
  readonly kind: string;
  /** Why it waits, or why it failed. */
  readonly why: string;
  readonly attempts: string;
}

const jobWhy = ({ waitingFor, dueAt, failure }: JobRecord, now: Date): string => {
  if (waitingFor === 'RESTING' && dueAt !== null)
    return `${waitingReasons.RESTING}, in ${durationText((Date.parse(dueAt) - now.getTime()) / 1_000)}`;
  if (waitingFor !== null) return waitingReasons[waitingFor];
  if (failure === null) return '';
  return `${failure.code}, because of ${blames[failure.blame] ?? failure.blame}: ${failure.message}`;
};

export const jobWords = (job: JobRecord, now: Date): JobWords => ({
  ...jobStateNames[job.state],
  kind: kindNames[job.kind],
  why: jobWhy(job, now),
  attempts: job.attempts.length === 0 ? 'Not tried yet' : counted(job.attempts.length, 'attempt'),
});

/** A job that is over stays over; one that waits for a node is not helped by being put back. */
export const canRequeue = ({ state, waitingFor }: Pick<JobRecord, 'state' | 'waitingFor'>): boolean =>
  state === 'RUNNING' || waitingFor === 'RESTING';
export const canPrioritise = ({ state }: Pick<JobRecord, 'state'>): boolean =>
  state === 'WAITING' || state === 'RUNNING';

const publishStateNames: Readonly<Record<PublishRecord['state'], StateWords>> = {
  RENDERING: { name: 'Rendering', tone: 'good' },
  NARRATING: { name: 'Narrating', tone: 'good' },
  EXPORTING: { name: 'Exporting', tone: 'good' },
  RENDERED: { name: 'Rendered', tone: 'plain' },
  COMPLETED: { name: 'Completed', tone: 'plain' },
  RENDER_FAILED: { name: 'Render failed', tone: 'bad' },
  FAILED: { name: 'Export failed', tone: 'bad' },
  CANCELLED: { name: 'Cancelled', tone: 'plain' },
};
export const publishStateName = (state: PublishRecord['state']): string => publishStateNames[state].name;

const running: readonly PublishRecord['state'][] = ['RENDERING', 'NARRATING', 'EXPORTING'];
export const isUnderWay = ({ state }: Pick<PublishRecord, 'state'>): boolean => running.includes(state);

export const publishWords = (publish: PublishRecord): StateWords & { readonly progress: string } => {
  const { total, done, failed } = publish.scenes;
  return {
    ...publishStateNames[publish.state],
    progress: `${many(done)} of ${counted(total, 'scene')} drawn${failed === 0 ? '' : `, ${many(failed)} failed`}`,
  };
};

export const queueWords = ({
  waiting,
  running: atWork,
  oldestWaitSeconds,
}: Omit<FarmRecord['queues'][number], 'kind'>) => ({
  waiting: counted(waiting, 'job'),
  running: counted(atWork, 'job'),
  oldest: waiting === 0 ? 'Nothing waits' : durationText(oldestWaitSeconds),
});

/** Why the jobs of a kind wait, the most frequent reason first. */
export const whyItWaits = (waiting: readonly WaitingRecord[], kind: JobKind): string[] => {
  const reasons = waiting.flatMap((job) => (job.kind === kind && job.waitingFor !== null ? [job.waitingFor] : []));
  return [...Map.groupBy(reasons, (reason) => reason)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason]) => waitingReasons[reason]);
};
