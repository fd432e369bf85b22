import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '../../paths.ts';
import { useAccount } from '../../shell/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { AdjustCredits, ChangeLimit, ChangePlan, RevokeKey, SwitchFeature } from './account-acts.tsx';
import { AccountMovements } from './account-movements.tsx';
import { creditsText, featureNames, keyState, limitNames, planNames } from './account-words.ts';
import { AsOf } from './as-of.tsx';
import './farm.css';
import { many } from '../../words.ts';
import { OperatorsOnly } from './farm-page.tsx';
import { accountQuery } from './farm-queries.ts';
import type { AccountDetail, KeyRecord } from './farm-records.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** What an operator is about to do. */
type Asked =
  | { readonly act: 'credits' | 'plan' }
  | { readonly act: 'feature'; readonly feature: AccountDetail['features'][number] }
  | { readonly act: 'limit'; readonly limit: AccountDetail['limits'][number] }
  | { readonly act: 'key'; readonly key: KeyRecord };

interface CardProps {
  readonly account: AccountDetail;
  readonly onAsk: (asked: Asked) => void;
}

const Line = ({
  name,
  said,
  button,
}: {
  readonly name: ReactNode;
  readonly said: ReactNode;
  readonly button?: ReactNode;
}) => (
  <li className="farm-line">
    <div className="farm-cell">
      <span>{name}</span>
      <span className="farm-quiet">{said}</span>
    </div>
    {button}
  </li>
);

const Money = ({ account: { plan, balance, createdAt, users }, onAsk }: CardProps) => (
  <div className="farm-grid">
    <Card
      title="Plan"
      aside={
        <Button size="s" onClick={() => onAsk({ act: 'plan' })}>
          Change plan
        </Button>
      }
    >
      <p className="farm-figure">
        <strong>{planNames[plan]}</strong>
      </p>
      <p className="farm-quiet">
        Since {day.format(new Date(createdAt))}.{' '}
        {balance.periodEnd === null
          ? 'Its allowance never starts over.'
          : `Its allowance starts over on ${day.format(new Date(balance.periodEnd))}.`}
      </p>
      <p className="farm-quiet">{users.map(({ email, role }) => `${email} (${role})`).join(', ')}</p>
    </Card>
    <Card
      title="Credits"
      aside={
        <Button size="s" onClick={() => onAsk({ act: 'credits' })}>
          Adjust credits
        </Button>
      }
    >
      <dl className="farm-facts">
        <div>
          <dt>Of the plan</dt>
          <dd>{creditsText(balance.plan)}</dd>
        </div>
        <div>
          <dt>Bought</dt>
          <dd>{creditsText(balance.purchased)}</dd>
        </div>
        <div>
          <dt>Set aside</dt>
          <dd>{creditsText(balance.held)}</dd>
        </div>
        <div>
          <dt>Owed</dt>
          <dd>{creditsText(balance.debt)}</dd>
        </div>
      </dl>
    </Card>
  </div>
);

const Rights = ({ account: { features, limits }, onAsk }: CardProps) => (
  <div className="farm-grid">
    <Card title="Features of its keys">
      <ul>
        {features.map((feature) => (
          <Line
            key={feature.feature}
            name={
              <>
                {featureNames[feature.feature]}{' '}
                <Badge tone={feature.enabled ? 'good' : 'plain'}>{feature.enabled ? 'On' : 'Off'}</Badge>
              </>
            }
            said={feature.ofAccount === null ? 'As the plan has it' : 'Set for this account'}
            button={
              <Button
                size="s"
                onClick={() => onAsk({ act: 'feature', feature })}
                aria-label={`Switch ${featureNames[feature.feature]}`}
              >
                Switch
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
    <Card title="Limits of the web app, a month">
      <ul>
        {limits.map((limit) => (
          <Line
            key={limit.feature}
            name={limitNames[limit.feature]}
            said={`${many(limit.used)} used of ${limit.units === null ? 'no limit' : many(limit.units)}${limit.isSetApart ? ', set by an operator' : ''}`}
            button={
              <Button
                size="s"
                onClick={() => onAsk({ act: 'limit', limit })}
                aria-label={`Change the limit of ${limitNames[limit.feature]}`}
              >
                Change
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  </div>
);

const Keys = ({ account: { keys }, onAsk }: CardProps) => (
  <Card title="API keys" aside={<span className="farm-quiet">The newest 20</span>}>
    {keys.length === 0 ? <p className="farm-quiet">It has none.</p> : null}
    <ul>
      {keys.map((key) => {
        const { name, tone } = keyState(key, new Date());
        return (
          <Line
            key={key.id}
            name={
              <>
                {key.name} <Badge tone={tone}>{name}</Badge>
              </>
            }
            said={
              <>
                <code>
                  {key.prefix}…{key.last4}
                </code>
                , {key.environment === 'LIVE' ? 'live' : 'test'},{' '}
                {key.lastUsedAt === null ? 'never used' : `last used ${day.format(new Date(key.lastUsedAt))}`}
              </>
            }
            button={
              name === 'Active' ? (
                <Button size="s" onClick={() => onAsk({ act: 'key', key })} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </Button>
              ) : null
            }
          />
        );
      })}
    </ul>
  </Card>
);

const Dialogs = ({
  account,
  asked,
  onClose,
}: {
  readonly account: AccountDetail;
  readonly asked: Asked;
  readonly onClose: () => void;
}) => {
  const shared = { account, onClose };
  switch (asked.act) {
    case 'credits':
      return <AdjustCredits {...shared} />;
    case 'plan':
      return <ChangePlan {...shared} />;
    case 'feature':
      return <SwitchFeature {...shared} feature={asked.feature} />;
    case 'limit':
      return <ChangeLimit {...shared} limit={asked.limit} />;
    default:
      return <RevokeKey apiKey={asked.key} onClose={onClose} />;
  }
};

const Read = ({ accountId }: { readonly accountId: string }) => {
  const query = useQuery(accountQuery(accountId));
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: account } = query;
  const above = <Link to={paths.farm('accounts')}>Accounts</Link>;
  if (account === undefined || account === null) {
    return (
      <Page title="Account" above={above}>
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
        {query.isPending ? <Skeleton height={520} /> : null}
        {account === null ? (
          <EmptyState icon={UserX} title="There is no such account">
            Look for it by its name or an e-mail address of its people.
          </EmptyState>
        ) : null}
      </Page>
    );
  }
  return (
    <Page
      title={account.name}
      above={above}
      lead={<code>{account.id}</code>}
      actions={<AsOf query={query} isPolled={false} />}
    >
      <div className="farm-stack">
        <Money account={account} onAsk={setAsked} />
        <Rights account={account} onAsk={setAsked} />
        <Keys account={account} onAsk={setAsked} />
        <AccountMovements accountId={account.id} />
      </div>
      {asked === null ? null : <Dialogs account={account} asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
};

/** One account as operators see it, and what they can do about it. */
export const AccountPage = () => {
  const { accountId = '' } = useParams();
  return useAccount()?.user?.role === 'admin' ? <Read accountId={accountId} /> : <OperatorsOnly />;
};
