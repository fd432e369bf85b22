import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { momentText } from '../../words.ts';
import { movementWords } from './account-words.ts';
import { movementsQuery } from './farm-queries.ts';
import type { EntryRecord } from './farm-records.ts';

const columns: readonly Column<EntryRecord>[] = [
  {
    title: 'Movement',
    cell: (entry) => (
      <div className="farm-cell">
        <span>{movementWords(entry).what}</span>
        <span className="farm-quiet">
          <time dateTime={entry.createdAt}>{momentText(entry.createdAt)}</time>
          {entry.reason === null ? '' : ` · ${entry.reason}`}
        </span>
      </div>
    ),
  },
  { title: 'By', wideOnly: true, cell: ({ actor }) => <span className="farm-quiet">{actor ?? 'the farm'}</span> },
  {
    title: 'Credits',
    align: 'end',
    cell: (entry) => {
      const { change, held, left } = movementWords(entry);
      return (
        <div className="farm-cell">
          <span>{change}</span>
          <span className="farm-quiet">{[held, left].filter((text) => text !== '').join(', ')}</span>
        </div>
      );
    },
  },
];

/** The ledger of an account, newest first. */
export const AccountMovements = ({ accountId }: { readonly accountId: string }) => {
  const query = useInfiniteQuery(movementsQuery(accountId));
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title="Movements">
      {query.isPending ? <Skeleton height={240} /> : null}
      <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      {query.isSuccess && entries.length === 0 ? <p className="farm-quiet">Nothing has moved yet.</p> : null}
      {entries.length === 0 ? null : (
        <Table caption="Movements of credits, newest first" columns={columns} rows={entries} rowKey={({ id }) => id} />
      )}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Card>
  );
};
