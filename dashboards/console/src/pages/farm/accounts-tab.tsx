import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { creditsText, planNames } from './account-words.ts';
import { AsOf } from './as-of.tsx';
import { accountsQuery } from './farm-queries.ts';
import type { AccountRecord } from './farm-records.ts';

const columns: readonly Column<AccountRecord>[] = [
  {
    title: 'Account',
    cell: ({ id, name, users }) => (
      <div className="farm-cell">
        <Link to={paths.farmAccount(id)}>{name}</Link>
        <span className="farm-quiet">{users.map(({ email }) => email).join(', ')}</span>
      </div>
    ),
  },
  { title: 'Plan', cell: ({ plan }) => planNames[plan] },
  { title: 'Of the plan', align: 'end', cell: ({ balance }) => creditsText(balance.plan) },
  { title: 'Bought', wideOnly: true, align: 'end', cell: ({ balance }) => creditsText(balance.purchased) },
  { title: 'Set aside', wideOnly: true, align: 'end', cell: ({ balance }) => creditsText(balance.held) },
  { title: 'Owed', wideOnly: true, align: 'end', cell: ({ balance }) => creditsText(balance.debt) },
];

export const AccountsTab = () => {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const query = useInfiniteQuery(accountsQuery(search));
  const accounts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="farm-stack">
      <div className="farm-head">
        <form
          className="farm-search"
          onSubmit={(event) => {
            event.preventDefault();
            setAddress(typed.trim() === '' ? {} : { search: typed.trim() }, { replace: true });
          }}
        >
          <TextField
            label="Find an account"
            value={typed}
            onChange={setTyped}
            maxLength={500}
            autoComplete="off"
            placeholder="A part of its name, or a whole e-mail address, id or key id"
          />
          <Button type="submit" icon={Search}>
            Find
          </Button>
        </form>
        <AsOf query={query} isPolled={false} />
      </div>
      {query.isPending ? <Skeleton height={320} /> : null}
      <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      {query.isSuccess && accounts.length === 0 ? (
        <EmptyState icon={Users} title="No such account">
          Names are found by a part; e-mail addresses and ids have to be whole.
        </EmptyState>
      ) : null}
      {accounts.length === 0 ? null : (
        <Table caption="Accounts, newest first" columns={columns} rows={accounts} rowKey={({ id }) => id} />
      )}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
};
