import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { outcomeText } from './account-words.ts';
import { requeueJob, setPriority } from './farm-api.ts';
import type { JobRecord } from './farm-records.ts';
import { agoText } from './farm-words.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { canPrioritise, canRequeue, jobWords } from './work-words.ts';

interface ActProps {
  readonly job: JobRecord;
  readonly onClose: () => void;
}

const Requeue = ({ job, onClose }: ActProps) => (
  <ReasonDialog
    title="Put the job back?"
    effect={
      job.state === 'RUNNING'
        ? 'It is taken from its node, whose work on it is lost, and waits for another.'
        : 'Its rest is over: the next node that can do it gets it.'
    }
    confirm="Put it back"
    danger={job.state === 'RUNNING'}
    run={async (reason) => outcomeText(await requeueJob(job.id, reason), 'The job was put back.')}
    onClose={onClose}
  />
);

const Priority = ({ job, onClose }: ActProps) => {
  const [text, setText] = useState(String(job.priority));
  const priority = /^[+-]?\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isReady = Math.abs(priority) <= 100;
  return (
    <ReasonDialog
      title="Set the priority"
      effect="Higher goes first, before the work of every other account. Everything begins with 0 or 10."
      confirm="Set it"
      isReady={isReady}
      run={async (reason) => outcomeText(await setPriority(job.id, priority, reason), 'The priority is set.')}
      onClose={onClose}
    >
      <TextField
        label="Priority"
        value={text}
        onChange={setText}
        inputMode="numeric"
        problem={isReady ? null : 'A whole number from -100 to 100.'}
      />
    </ReasonDialog>
  );
};

const columnsOf = (onAct: (act: 'requeue' | 'priority', job: JobRecord) => void): readonly Column<JobRecord>[] => [
  {
    title: 'Job',
    cell: (job) => (
      <div className="farm-cell">
        <span>{jobWords(job, new Date()).kind}</span>
        <span className="farm-quiet">
          {agoText(job.createdAt, new Date())}, <Link to={paths.farmAccount(job.accountId)}>{job.accountId}</Link>
        </span>
        <code className="farm-quiet">{job.id}</code>
      </div>
    ),
  },
  {
    title: 'State',
    cell: (job) => {
      const { name, tone, why } = jobWords(job, new Date());
      return (
        <div className="farm-cell">
          <span>
            <Badge tone={tone}>{name}</Badge>
          </span>
          <span className="farm-quiet">{why}</span>
        </div>
      );
    },
  },
  {
    title: 'Attempts',
    wideOnly: true,
    cell: (job) => (
      <div className="farm-cell">
        <span>{jobWords(job, new Date()).attempts}</span>
        {job.attempts.slice(-3).map(({ number, nodeId, outcome, failure }) => (
          <span key={number} className="farm-quiet">
            {number}: {outcome ?? 'runs'} on {nodeId}
            {failure === null ? '' : `, ${failure.code}`}
          </span>
        ))}
      </div>
    ),
  },
  { title: 'Priority', wideOnly: true, align: 'end', cell: ({ priority }) => priority },
  {
    title: 'Acts',
    hideTitle: true,
    align: 'end',
    cell: (job) => (
      <span className="farm-acts farm-acts-end">
        {canRequeue(job) ? (
          <Button size="s" onClick={() => onAct('requeue', job)}>
            Put back
          </Button>
        ) : null}
        {canPrioritise(job) ? (
          <Button size="s" onClick={() => onAct('priority', job)}>
            Priority
          </Button>
        ) : null}
      </span>
    ),
  },
];

/** Jobs with why they wait or failed, and what an operator can do about it. */
export const JobTable = ({ caption, jobs }: { readonly caption: string; readonly jobs: readonly JobRecord[] }) => {
  const [asked, setAsked] = useState<{ readonly act: 'requeue' | 'priority'; readonly job: JobRecord } | null>(null);
  const close = (): void => setAsked(null);
  return (
    <>
      <Table
        caption={caption}
        columns={columnsOf((act, job) => setAsked({ act, job }))}
        rows={jobs}
        rowKey={({ id }) => id}
      />
      {asked?.act === 'requeue' ? <Requeue job={asked.job} onClose={close} /> : null}
      {asked?.act === 'priority' ? <Priority job={asked.job} onClose={close} /> : null}
    </>
  );
};
