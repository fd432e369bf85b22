import type { Credits, OneTimeGoods } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { creditsQuery } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { balanceWords, costsText } from './balance-words.ts';
import { goodsQuery } from './billing-queries.ts';
import { noProviderText, passesText, priceText, topUpText } from './goods-words.ts';
import { PassUse } from './pass-use.tsx';
import { goToCheckout, useCheckout, type Wanted } from './use-checkout.ts';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const Balance = ({ credits }: { readonly credits: Credits }) => {
  const words = balanceWords(credits, timeZone);
  return (
    <Card title="Balance">
      {words.debt === null ? null : <Notice tone="bad" title={words.debt} />}
      <div className="billing-balance">
        <p className="billing-total">
          <strong>{words.total}</strong>
          <span>{credits.plan.unlimited ? '' : 'credits to spend'}</span>
        </p>
        <dl className="billing-parts">
          <div>
            <dt>{credits.plan.name} plan</dt>
            <dd>{words.plan}</dd>
            {words.planShare === null ? null : (
              <Progress label="What is left of the plan" percent={words.planShare * 100} />
            )}
            <dd className="billing-quiet">{words.planReset}</dd>
          </div>
          <div>
            <dt>Bought</dt>
            <dd>{words.purchased}</dd>
            <dd className="billing-quiet">Used once the plan's are spent.</dd>
          </div>
        </dl>
      </div>
      <p className="billing-quiet">{costsText(credits)}</p>
    </Card>
  );
};

interface OfferProps {
  readonly name: string;
  readonly price: string;
  readonly look: 'primary' | 'plain';
  readonly isBusy: boolean;
  /** Null where nobody takes the money. */
  readonly onBuy: (() => void) | null;
}

const Offer = ({ name, price, look, isBusy, onBuy }: OfferProps) => (
  <li className="billing-offer">
    <span className="billing-offer-name">{name}</span>
    <span className="billing-offer-price">{price}</span>
    {onBuy === null ? null : (
      <Button look={look} busy={isBusy} onClick={onBuy} aria-label={`Buy ${name} for ${price}`}>
        Buy
      </Button>
    )}
  </li>
);

const Goods = ({ credits, goods }: { readonly credits: Credits; readonly goods: OneTimeGoods }) => {
  const checkout = useCheckout();
  const { exportPass, topUpPacks } = goods.catalog;
  const { available: canBuy, testMoney } = goods.checkout;
  const warnings = checkout.data?.meta.warnings ?? [];
  const buy = (wanted: Wanted) => (canBuy ? () => checkout.mutate(wanted) : null);
  /** Busy until the browser has left, so that nobody buys twice by impatience. */
  const isBusy = checkout.isPending || (checkout.isSuccess && warnings.length === 0);
  const shared = { isBusy };
  return (
    <>
      {testMoney ? (
        <p className="billing-tape">
          <strong>TEST MONEY</strong>
          <span>This farm sells for play money: nothing is charged, and every checkout says so.</span>
        </p>
      ) : null}
      {canBuy ? null : <Notice tone="warn" title={noProviderText} />}
      <ProblemNotice error={checkout.error} />
      <Card title="Buy credits">
        {credits.packs.length === 0 ? <p className="billing-quiet">No packs are on sale.</p> : null}
        <ul className="billing-offers">
          {credits.packs.map(({ id, name, priceCents }) => (
            <Offer
              key={id}
              {...shared}
              look="primary"
              name={name}
              price={priceText(priceCents, exportPass.currency)}
              onBuy={buy({ kind: 'credits', packId: id })}
            />
          ))}
        </ul>
      </Card>
      <div className="billing-pair">
        <Card title="Export passes">
          <p className="billing-quiet">
            A pass makes one project's video in 1080p without watermark, whatever the plan. Its scenes render again at
            no cost. {passesText(goods.exportPasses.available)}
          </p>
          <ul className="billing-offers">
            <Offer
              {...shared}
              look="plain"
              name={exportPass.name}
              price={priceText(exportPass.priceCents, exportPass.currency)}
              onBuy={buy({ kind: 'export_pass', packId: null })}
            />
          </ul>
          <PassUse goods={goods} />
        </Card>
        <Card title="Render top-ups">
          <p className="billing-quiet">
            They raise the plan's monthly limit for what you make here. API keys spend credits instead.
          </p>
          {goods.topUps.length === 0 ? null : (
            <ul className="billing-lines">
              {goods.topUps.map((topUp) => (
                <li key={`${topUp.feature} ${topUp.expiresAt}`}>{topUpText(topUp, timeZone)}</li>
              ))}
            </ul>
          )}
          <ul className="billing-offers">
            {topUpPacks.map(({ id, name, priceCents, currency }) => (
              <Offer
                key={id}
                {...shared}
                look="plain"
                name={name}
                price={priceText(priceCents, currency)}
                onBuy={buy({ kind: 'top_up', packId: id })}
              />
            ))}
          </ul>
        </Card>
      </div>
      {warnings.length === 0 || checkout.data === undefined ? null : (
        <ConfirmDialog
          title="Before you buy"
          confirm="Buy it all the same"
          onConfirm={() => goToCheckout(checkout.data.data.checkoutUrl)}
          onClose={checkout.reset}
        >
          {warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
};

export const CreditsTab = () => {
  const credits = useQuery(creditsQuery);
  const goods = useQuery(goodsQuery);
  return (
    <div className="billing-stack">
      <QueryState query={credits} loading={<Skeleton height={210} />}>
        {(read) => (
          <>
            <Balance credits={read} />
            <QueryState query={goods} loading={<Skeleton height={420} />}>
              {(offered) => <Goods credits={read} goods={offered} />}
            </QueryState>
          </>
        )}
      </QueryState>
    </div>
  );
};
