import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { actWords } from './account-words.ts';
import { AsOf } from './as-of.tsx';
import { actsQuery } from './farm-queries.ts';
import type { ActRecord } from './farm-records.ts';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const columns: readonly Column<ActRecord>[] = [
  {
    title: 'When',
    cell: ({ at, actor }) => (
      <div className="farm-cell">
        <time dateTime={at}>{moment.format(new Date(at))}</time>
        <span className="farm-quiet">by {actor}</span>
      </div>
    ),
  },
  {
    title: 'What',
    cell: (act) => (
      <div className="farm-cell">
        <span>{actWords(act).what}</span>
        <span className="farm-quiet">{act.reason ?? ''}</span>
      </div>
    ),
  },
  {
    title: 'On what',
    wideOnly: true,
    cell: ({ target, arguments: given }) => (
      <div className="farm-cell">
        <span>{target}</span>
        <code className="farm-quiet">{given}</code>
      </div>
    ),
  },
  {
    title: 'Outcome',
    cell: (act) => {
      const { tone, outcome } = actWords(act);
      return <Badge tone={tone}>{outcome}</Badge>;
    },
  },
];

/** What operators asked for, with what came of it. */
export const ActsTab = () => {
  const query = useInfiniteQuery({ ...actsQuery, staleTime: 0 });
  const acts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="farm-stack">
      <div className="farm-head">
        <AsOf query={query} isPolled={false} />
      </div>
      {query.isPending ? <Skeleton height={420} /> : null}
      <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      {query.isSuccess && acts.length === 0 ? (
        <EmptyState icon={ScrollText} title="Nobody has done anything yet">
          Whatever an operator does here or by the API is written down, what was refused too.
        </EmptyState>
      ) : null}
      {acts.length === 0 ? null : (
        <Table caption="Acts of operators, newest first" columns={columns} rows={acts} rowKey={({ id }) => id} />
      )}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
};
