import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  listAccounts,
  listActs,
  listJobs,
  listMovements,
  listNodes,
  listPublishes,
  listPublishJobs,
  readAccount,
  readFarm,
} from './farm-api.ts';
import type { JobKind, JobState, PublishRecord } from './farm-records.ts';

const farmKey = ['farm'] as const;

/** A person may ask 120 times a minute; two of these at once leave room for what they do. */
const refetchInterval = 5_000;
const paging = { initialPageParam: null as string | null } as const;
const nextOf = ({ nextCursor }: { readonly nextCursor: string | null }): string | null => nextCursor;

export const farmQuery = queryOptions({
  queryKey: [...farmKey, 'overview'],
  queryFn: ({ signal }) => readFarm(signal),
  refetchInterval,
});

export const nodesQuery = queryOptions({
  queryKey: [...farmKey, 'nodes'],
  queryFn: ({ signal }) => listNodes(signal),
  refetchInterval,
});

export const jobsQuery = (filter: { readonly state: JobState | null; readonly kind: JobKind | null }) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...farmKey, 'jobs', filter],
    queryFn: ({ pageParam: after, signal }) => listJobs(filter, { after, signal }),
    getNextPageParam: nextOf,
    refetchInterval,
  });

export const publishesQuery = (state: PublishRecord['state'] | null) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...farmKey, 'publishes', state],
    queryFn: ({ pageParam: after, signal }) => listPublishes(state, { after, signal }),
    getNextPageParam: nextOf,
    refetchInterval,
  });

export const publishJobsQuery = (id: string) =>
  queryOptions({
    queryKey: [...farmKey, 'publish-jobs', id],
    queryFn: ({ signal }) => listPublishJobs(id, signal),
    refetchInterval,
  });

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...farmKey, 'accounts', search],
    queryFn: ({ pageParam: after, signal }) => listAccounts(search, { after, signal }),
    getNextPageParam: nextOf,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...farmKey, 'account', id],
    queryFn: ({ signal }) => readAccount(id, signal),
  });

export const movementsQuery = (accountId: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [...farmKey, 'movements', accountId],
    queryFn: ({ pageParam: after, signal }) => listMovements(accountId, { after, signal }),
    getNextPageParam: nextOf,
  });

export const actsQuery = infiniteQueryOptions({
  ...paging,
  queryKey: [...farmKey, 'acts'],
  queryFn: ({ pageParam: after, signal }) => listActs({ after, signal }),
  getNextPageParam: nextOf,
});

/** Something was done: everything of the farm that is shown is asked again. */
export const refreshFarm = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: farmKey });
};
