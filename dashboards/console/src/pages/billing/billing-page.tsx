import { useSearchParams } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import './billing.css';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { CreditsTab } from './credits-tab.tsx';
import { checkoutOf } from './goods-words.ts';
import { LedgerTab } from './ledger-tab.tsx';
import { UsageTab } from './usage-tab.tsx';

const tabs = [
  { id: 'credits', label: 'Credits', panel: <CreditsTab /> },
  { id: 'usage', label: 'Usage', panel: <UsageTab /> },
  { id: 'movements', label: 'Movements', panel: <LedgerTab /> },
] as const;

/** What the account has, what it used, what moved, and more to buy. Checkouts come back to it. */
export const BillingPage = () => {
  const [search, setSearch] = useSearchParams();
  const checkout = checkoutOf(search);
  const selected = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'credits';
  return (
    <Page title="Billing" lead="Your plan, the credits that your API keys spend, and what there is to buy.">
      {checkout === null ? null : <CheckoutOutcome key={checkout.sessionId} {...checkout} />}
      <Tabs
        label="Billing"
        tabs={tabs}
        selected={selected}
        onSelect={(id) => setSearch(id === 'credits' ? {} : { tab: id }, { replace: true })}
      />
    </Page>
  );
};
