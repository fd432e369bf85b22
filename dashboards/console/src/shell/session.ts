import { useQuery } from '@tanstack/react-query';
import { dataOf, farm } from '../api.ts';

/** Who is signed in, and the plan of their account. */
export const accountQuery = {
  queryKey: ['account'],
  queryFn: () => dataOf(farm.getAccount()),
  staleTime: 5 * 60_000,
} as const;

export const useAccount = () => useQuery(accountQuery).data;

/** What the plan still allows this month; a publish and a capture change it. */
export const usageQuery = {
  queryKey: ['usage'],
  queryFn: () => dataOf(farm.getBillingUsage()),
  staleTime: 60_000,
} as const;

export const creditsQuery = {
  queryKey: ['credits'],
  queryFn: () => dataOf(farm.listBillingCredits()),
  staleTime: 60_000,
} as const;
