import type { LedgerEntry } from '@reelyard/shared/sdk/operations.gen.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { momentText } from '../../words.ts';
import { ledgerQuery } from './billing-queries.ts';
import { entryTypeNames, entryWords, isEntryType } from './ledger-words.ts';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const everything = 'all';

const columns: readonly Column<LedgerEntry>[] = [
  {
    title: 'What',
    cell: (entry) => {
      const { what, detail } = entryWords(entry, timeZone);
      return (
        <div className="billing-entry">
          <span>{what}</span>
          <span className="billing-quiet">
            <time dateTime={entry.createdAt}>{momentText(entry.createdAt, timeZone)}</time>
            {detail === '' ? '' : ` · ${detail}`}
          </span>
        </div>
      );
    },
  },
  {
    title: 'Credits',
    align: 'end',
    cell: (entry) => {
      const { change, tone, left } = entryWords(entry, timeZone);
      return (
        <div className="billing-entry">
          <span className={tone === 'good' ? 'billing-good' : ''}>{change}</span>
          <span className="billing-quiet">{left}</span>
        </div>
      );
    },
  },
];

export const LedgerTab = () => {
  const [type, setType] = useState<LedgerEntry['type'] | null>(null);
  const ledger = useInfiniteQuery(ledgerQuery(type));
  const entries = ledger.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className="billing-stack">
      <div className="billing-filter">
        <SelectField
          label="Show"
          value={type ?? everything}
          onChange={(value) => setType(isEntryType(value) ? value : null)}
          options={[
            { value: everything, label: 'Every movement' },
            ...Object.entries(entryTypeNames).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      {ledger.isPending ? <Skeleton height={480} /> : null}
      <ProblemNotice error={ledger.error} onRetry={() => void ledger.refetch()} />
      {ledger.isSuccess && entries.length === 0 ? (
        <EmptyState icon={ReceiptText} title={type === null ? 'Nothing has moved yet' : 'No such movement'}>
          {type === null
            ? 'Purchases, and what your API keys spend, appear here.'
            : 'Show every movement to see the others.'}
        </EmptyState>
      ) : null}
      {entries.length === 0 ? null : (
        <Table caption="Movements of credits, newest first" columns={columns} rows={entries} rowKey={({ id }) => id} />
      )}
      {ledger.hasNextPage ? (
        <div className="billing-more">
          <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
};
