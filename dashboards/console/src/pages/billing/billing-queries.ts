import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, farm } from '../../api.ts';
import { creditsQuery, usageQuery } from '../../shell/session.ts';
import type { entryTypeNames } from './ledger-words.ts';

const billingKey = ['billing'] as const;

/** A purchase, a pass or a spent credit changed what is shown of them, here and beside the navigation. */
export const refreshBilling = (queries: QueryClient): void => {
  for (const queryKey of [billingKey, creditsQuery.queryKey, usageQuery.queryKey]) {
    void queries.invalidateQueries({ queryKey });
  }
};

export const goodsQuery = queryOptions({
  queryKey: [...billingKey, 'goods'],
  queryFn: ({ signal }) => dataOf(farm.getOneTimeGoods({}, { signal })),
});

/** The newest projects: those that a pass may be used on, and the titles of those that have one. */
export const passProjectsQuery = queryOptions({
  queryKey: [...billingKey, 'projects'],
  queryFn: ({ signal }) => dataOf(farm.listProjects({ limit: 100 }, { signal })),
});

export const ledgerPageLength = 25;
export const ledgerQuery = (type: keyof typeof entryTypeNames | null) =>
  infiniteQueryOptions({
    queryKey: [...billingKey, 'ledger', type],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        farm.getBillingCreditLedger(
          {
            limit: ledgerPageLength,
            ...(type === null ? {} : { type }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
          { signal },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
