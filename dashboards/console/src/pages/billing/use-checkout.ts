import type { Checkout } from '@reelyard/shared/sdk/operations.gen.ts';
import type { Answer } from '@reelyard/shared/sdk/reelyard-client.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { farm } from '../../api.ts';

/** Where every checkout that was begun here comes back to. */
const returnPath = '/console/billing';

/** What somebody wants to buy, by the operation that opens its checkout. */
export type Wanted =
  | { readonly kind: 'credits' | 'top_up'; readonly packId: string }
  | { readonly kind: 'export_pass'; readonly packId: null };

const open = (wanted: Wanted): Promise<Answer<Checkout>> => {
  if (wanted.kind === 'export_pass') return farm.checkoutExportPass({ body: { returnPath } });
  const { packId } = wanted;
  return wanted.kind === 'credits'
    ? farm.checkoutCredits({ body: { packId, returnPath } })
    : farm.checkoutTopUp({ body: { packId, returnPath } });
};

export const goToCheckout = (checkoutUrl: string): void => location.assign(checkoutUrl);

/** Opens a checkout and goes there, unless the farm has something to say first: then the page asks. */
export const useCheckout = () => {
  const checkout = useMutation({
    mutationFn: open,
    onSuccess: ({ data, meta }) => {
      if ((meta.warnings ?? []).length === 0) goToCheckout(data.checkoutUrl);
    },
  });
  const { reset } = checkout;
  useEffect(() => {
    // Back from the payment provider: some browsers show the page as it was left, its buttons busy.
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset();
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, [reset]);
  return checkout;
};
