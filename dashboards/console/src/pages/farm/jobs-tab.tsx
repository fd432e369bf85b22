import { useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { AsOf } from './as-of.tsx';
import { jobsQuery } from './farm-queries.ts';
import { jobKinds, jobStates } from './farm-records.ts';
import { kindNames } from './farm-words.ts';
import { JobTable } from './job-table.tsx';
import { jobStateName } from './work-words.ts';

const every = 'all';

export const JobsTab = () => {
  const [state, setState] = useState<string>(every);
  const [kind, setKind] = useState<string>(every);
  const query = useInfiniteQuery(
    jobsQuery({
      state: jobStates.find((each) => each === state) ?? null,
      kind: jobKinds.find((each) => each === kind) ?? null,
    }),
  );
  const jobs = query.data?.pages.flatMap(({ items }) => items) ?? [];
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
              ...jobStates.map((value) => ({ value, label: jobStateName(value) })),
            ]}
          />
          <SelectField
            label="Kind"
            value={kind}
            onChange={setKind}
            options={[
              { value: every, label: 'Every kind' },
              ...jobKinds.map((value) => ({ value, label: kindNames[value] })),
            ]}
          />
        </div>
        <AsOf query={query} />
      </div>
      {query.isPending ? <Skeleton height={480} /> : null}
      {jobs.length === 0 ? <ProblemNotice error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && jobs.length === 0 ? (
        <EmptyState icon={ListChecks} title="No such job">
          Renders, narrations, exports and captures appear here.
        </EmptyState>
      ) : null}
      {jobs.length === 0 ? null : <JobTable caption="Jobs, newest first" jobs={jobs} />}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
};
