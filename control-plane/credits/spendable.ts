import { unlimitedCredits } from '../plans/plan.ts';
import type { CreditAccount } from './ledger-entry.ts';

/** What one key can spend at this moment: the balance, nothing with a debt (A10), and never beyond its cap (S118). */
export const spendable = ({
  account: { available, debt, allowance },
  keyCap,
  keyUsed,
}: {
  readonly account: Pick<CreditAccount, 'available' | 'debt' | 'allowance'>;
  readonly keyCap: number | null;
  readonly keyUsed: number;
}): number => {
  const balance = allowance === unlimitedCredits ? unlimitedCredits : available.plan + available.purchased;
  return Math.max(0, Math.min(debt > 0 ? 0 : balance, keyCap === null ? unlimitedCredits : keyCap - keyUsed));
};
