import type { Usage } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../shell/session.ts';
import { Card } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { counted } from '../../words.ts';
import { DayChart } from './day-chart.tsx';
import { actionText } from './ledger-words.ts';
import { type LimitWords, limitWords, type Share, sandboxWords, sharesOf } from './usage-words.ts';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const tones = { plain: 'accent', near: 'warn', full: 'bad' } as const;

const Limits = ({ limits }: { readonly limits: readonly LimitWords[] }) => (
  <ul className="billing-limits">
    {limits.map(({ key, name, used, detail, share, tone }) => (
      <li key={key}>
        <p className="billing-limit-head">
          <span>{name}</span>
          <span className="billing-figure">{used}</span>
        </p>
        {share === null ? null : <Progress label={`${name}: ${used}`} percent={share * 100} tone={tones[tone]} />}
        <p className="billing-quiet">{detail}</p>
      </li>
    ))}
  </ul>
);

const Shares = ({ title, shares }: { readonly title: string; readonly shares: readonly Share[] }) => (
  <div className="billing-shares">
    <h3>{title}</h3>
    {shares.length === 0 ? <p className="billing-quiet">Nothing spent yet.</p> : null}
    <ul>
      {shares.map(({ key, name, spent, share }) => (
        <li key={key}>
          <p className="billing-limit-head">
            <span>{name}</span>
            <span className="billing-figure">{spent}</span>
          </p>
          <Progress label={`${name}: ${spent}`} percent={share * 100} />
        </li>
      ))}
    </ul>
  </div>
);

const Report = ({ usage }: { readonly usage: Usage }) => {
  const { spent, refunded, byAction, byKey } = usage.credits;
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div className="billing-stack">
      <Card
        title={`Credits spent in ${month.format(new Date(usage.period.start))}`}
        aside={<span className="billing-quiet">Days of UTC</span>}
      >
        <p className="billing-total billing-total-s">
          <strong>{counted(spent, 'credit')}</strong>
          <span>{refunded === 0 ? '' : `${counted(refunded, 'credit')} came back`}</span>
        </p>
        <DayChart usage={usage} />
        <div className="billing-pair">
          <Shares
            title="By what it was for"
            shares={sharesOf(
              Object.entries(byAction).map(([key, each]) => ({ key, name: actionText(key), spent: each })),
            )}
          />
          <Shares title="By key" shares={sharesOf(byKey.map(({ keyId: key, ...each }) => ({ key, ...each })))} />
        </div>
      </Card>
      <Card title="What you make here">
        <p className="billing-quiet">
          What people make in the web app costs no credits; the plan limits it by the month, and top-ups raise some
          limits.
        </p>
        <Limits limits={usage.features.map((use) => limitWords(use, timeZone))} />
      </Card>
      <Card title="Sandbox">
        <p className="billing-quiet">What test keys make is free, has a watermark, and has an allowance by the day.</p>
        <Limits limits={sandboxWords(usage)} />
      </Card>
    </div>
  );
};

export const UsageTab = () => (
  <QueryState query={useQuery(usageQuery)} loading={<Skeleton height={560} />}>
    {(usage) => <Report usage={usage} />}
  </QueryState>
);
