import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { counted } from '../../words.ts';
import { AsOf } from './as-of.tsx';
import { cancelPublish } from './farm-api.ts';
import { publishesQuery, publishJobsQuery } from './farm-queries.ts';
import { type PublishRecord, publishStates } from './farm-records.ts';
import { agoText } from './farm-words.ts';
import { JobTable } from './job-table.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { isUnderWay, publishStateName, publishWords } from './work-words.ts';

const every = 'all';

const Jobs = ({ publish, onClose }: { readonly publish: PublishRecord; readonly onClose: () => void }) => {
  const query = useQuery(publishJobsQuery(publish.id));
  return (
    <Dialog title={`Jobs of “${publish.title}”`} size="l" onClose={onClose}>
      <AsOf query={query} />
      <QueryState query={query} loading={<Skeleton height={200} />}>
        {(jobs) =>
          jobs.length === 0 ? (
            <p className="farm-quiet">It needed none: everything was made before.</p>
          ) : (
            <JobTable caption="Jobs, unfinished first" jobs={jobs} />
          )
        }
      </QueryState>
    </Dialog>
  );
};

const Cancel = ({ publish, onClose }: { readonly publish: PublishRecord; readonly onClose: () => void }) => (
  <ReasonDialog
    title={`Cancel “${publish.title}”?`}
    effect="Its jobs stop, and its account gets no video. What was not drawn yet is not paid for: those credits come back."
    confirm="Cancel the publish"
    danger
    run={async (reason) => {
      const { outcome, creditsReleased } = await cancelPublish(publish.id, reason);
      if (outcome !== 'DONE') return 'Nothing was changed: it was over before.';
      return `Cancelled. ${counted(creditsReleased, 'credit')} came back.`;
    }}
    onClose={onClose}
  />
);

const columnsOf = (
  onAct: (act: 'jobs' | 'cancel', publish: PublishRecord) => void,
): readonly Column<PublishRecord>[] => [
  {
    title: 'Publish',
    cell: (publish) => (
      <div className="farm-cell">
        <span>{publish.title}</span>
        <span className="farm-quiet">
          {agoText(publish.createdAt, new Date())},{' '}
          <Link to={paths.farmAccount(publish.accountId)}>{publish.accountId}</Link>
        </span>
      </div>
    ),
  },
  {
    title: 'State',
    cell: (publish) => {
      const { name, tone, progress } = publishWords(publish);
      return (
        <div className="farm-cell">
          <span>
            <Badge tone={tone}>{name}</Badge>
          </span>
          <span className="farm-quiet">{progress}</span>
        </div>
      );
    },
  },
  {
    title: 'Wants',
    wideOnly: true,
    cell: ({ quality, format, environment, kind }) => (
      <div className="farm-cell">
        <span>{kind === 'render' ? 'Scenes alone' : `${quality}, ${format}`}</span>
        <span className="farm-quiet">{environment === 'LIVE' ? 'Live' : 'Sandbox'}</span>
      </div>
    ),
  },
  {
    title: 'Acts',
    hideTitle: true,
    align: 'end',
    cell: (publish) => (
      <span className="farm-acts farm-acts-end">
        <Button size="s" onClick={() => onAct('jobs', publish)}>
          Jobs
        </Button>
        {isUnderWay(publish) ? (
          <Button size="s" onClick={() => onAct('cancel', publish)}>
            Cancel
          </Button>
        ) : null}
      </span>
    ),
  },
];

export const PublishesTab = () => {
  const [state, setState] = useState<string>(every);
  const [asked, setAsked] = useState<{ readonly act: 'jobs' | 'cancel'; readonly publish: PublishRecord } | null>(null);
  const query = useInfiniteQuery(publishesQuery(publishStates.find((each) => each === state) ?? null));
  const publishes = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const close = (): void => setAsked(null);
  return (
    <div className="farm-stack">
      <div className="farm-head">
        <div className="farm-filters">
          <SelectField
            label="State"
            value={state}
            onChange={setState}
            options={[
              { value: every, label: 'Every state' },
              ...publishStates.map((value) => ({ value, label: publishStateName(value) })),
            ]}
          />
        </div>
        <AsOf query={query} />
      </div>
      {query.isPending ? <Skeleton height={480} /> : null}
      {publishes.length === 0 ? <ProblemNotice error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && publishes.length === 0 ? (
        <EmptyState icon={Clapperboard} title="No such publish">
          What accounts publish appears here.
        </EmptyState>
      ) : null}
      {publishes.length === 0 ? null : (
        <Table
          caption="Publishes, newest first"
          columns={columnsOf((act, publish) => setAsked({ act, publish }))}
          rows={publishes}
          rowKey={({ id }) => id}
        />
      )}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      {asked?.act === 'jobs' ? <Jobs publish={asked.publish} onClose={close} /> : null}
      {asked?.act === 'cancel' ? <Cancel publish={asked.publish} onClose={close} /> : null}
    </div>
  );
};
