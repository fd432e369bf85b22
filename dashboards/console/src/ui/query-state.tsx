import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNotice } from './notice.tsx';
import { Loading } from './spinner.tsx';

interface QueryStateProps<T> {
  readonly query: UseQueryResult<T>;
  /** Shown while it is read for the first time; best the shape of what comes. */
  readonly loading?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** What a page shows of a query: its shape while it is read, what went wrong with a way to try again, or the answer. */
export const QueryState = <T,>({ query, loading, children }: QueryStateProps<T>) => {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return loading ?? <Loading />;
};
