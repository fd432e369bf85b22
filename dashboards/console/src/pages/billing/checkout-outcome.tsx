import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf, farm } from '../../api.ts';
import { problemOf } from '../../problem.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { refreshBilling } from './billing-queries.ts';
import { type CheckoutEnd, missingCheckoutText, nextLookMs, outcomeWords } from './goods-words.ts';

/** Tells what became of the checkout that the visitor comes from; the same address tells the same again. */
export const CheckoutOutcome = ({ sessionId, end }: { readonly sessionId: string; readonly end: CheckoutEnd }) => {
  const queries = useQueryClient();
  const confirmation = useQuery({
    queryKey: ['confirmation', sessionId],
    queryFn: () => dataOf(farm.confirmPurchase({ body: { sessionId } })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && outcomeWords(data, end).isOpen && (nextLookMs(dataUpdateCount) ?? false),
  });
  const { data } = confirmation;
  const status = data?.status;
  useEffect(() => {
    if (status === 'paid') refreshBilling(queries);
  }, [status, queries]);
  const again = () => void confirmation.refetch();
  if (confirmation.isError) {
    const missing = missingCheckoutText(problemOf(confirmation.error).code);
    return (
      <div className="billing-outcome">
        {missing === null ? (
          <ProblemNotice error={confirmation.error} onRetry={again} />
        ) : (
          <Notice tone="bad" title={missing} />
        )}
      </div>
    );
  }
  if (data === undefined) return <Skeleton height={46} />;
  const { tone, text, isOpen } = outcomeWords(data, end);
  return (
    <div className="billing-outcome" role="status">
      <Notice
        tone={tone}
        title={text}
        actions={
          isOpen ? (
            <Button size="s" busy={confirmation.isFetching} onClick={again}>
              Look again
            </Button>
          ) : undefined
        }
      />
    </div>
  );
};
