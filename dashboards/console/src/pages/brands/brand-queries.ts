import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, farm } from '../../api.ts';

const pageLength = 48;

export const brandsQuery = infiniteQueryOptions({
  queryKey: ['brands', 'pages'],
  queryFn: ({ pageParam, signal }) => farm.listBrands({ limit: pageLength, page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ meta }) => (meta.pagination?.hasMore === true ? meta.pagination.page + 1 : null),
});

export const brandQuery = (id: string) =>
  queryOptions({
    queryKey: ['brand', id],
    queryFn: ({ signal }) => dataOf(farm.getBrand({ id }, { signal })),
  });

export const refreshBrands = (queries: QueryClient, brandId: string): void => {
  void queries.invalidateQueries({ queryKey: ['brands'] });
  void queries.invalidateQueries({ queryKey: ['brand', brandId] });
};
