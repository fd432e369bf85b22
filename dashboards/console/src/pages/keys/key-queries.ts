import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, farm } from '../../api.ts';

const keysKey = ['api-keys'] as const;
const pageLength = 50;

/** Newest first; `withOld`: those too that ended more than 30 days ago (S105). */
export const keysQuery = (withOld: boolean) =>
  infiniteQueryOptions({
    queryKey: [...keysKey, 'list', withOld],
    queryFn: ({ pageParam, signal }) =>
      farm.listApiKeys({ limit: pageLength, page: pageParam, includeInactive: withOld ? 'true' : 'false' }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.pagination?.hasMore === true ? meta.pagination.page + 1 : null),
  });

export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: [...keysKey, id],
    queryFn: ({ signal }) => dataOf(farm.getApiKey({ id }, { signal })),
  });

export const keyUsageQuery = (id: string) =>
  queryOptions({
    queryKey: [...keysKey, id, 'usage'],
    queryFn: ({ signal }) => dataOf(farm.getApiKeyUsage({ id }, { signal })),
  });

export const refreshKeys = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: keysKey });
};
