import type { ApiKey } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, RefreshCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router';
import { dataOf, farm } from '../../api.ts';
import { paths } from '../../paths.ts';
import { fieldProblem, problemOf } from '../../problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { actionText } from '../billing/ledger-words.ts';
import { type KeyAct, KeyActs } from './key-acts.tsx';
import { capOf, nameOf } from './key-form.ts';
import { keyQuery, keyUsageQuery, refreshKeys } from './key-queries.ts';
import { keyWords, monthWords } from './key-words.ts';
import './keys.css';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const Terms = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const queries = useQueryClient();
  const [name, setName] = useState(apiKey.name);
  const [cap, setCap] = useState(apiKey.monthlyCreditCap === null ? '' : String(apiKey.monthlyCreditCap));
  const [checkedName, checkedCap] = [nameOf(name), capOf(cap)];
  const saved = useMutation({
    mutationFn: (body: { name: string; monthlyCreditCap: number | null }) =>
      dataOf(farm.updateApiKey({ id: apiKey.id, body })),
    onSuccess: () => {
      refreshKeys(queries);
      toast('Saved.');
    },
  });
  const answered = saved.isError ? problemOf(saved.error) : null;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (saved.isPending || checkedName.problem !== null || checkedCap.problem !== null) return;
    saved.mutate({ name: checkedName.value, monthlyCreditCap: checkedCap.value });
  };
  return (
    <Card title="Name and cap">
      <ProblemNotice error={saved.error} />
      <form className="keys-form" onSubmit={save}>
        <div className="keys-row">
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            autoComplete="off"
            problem={checkedName.problem ?? fieldProblem(answered, 'name')}
          />
          <TextField
            label="Monthly cap"
            aside="credits"
            value={cap}
            onChange={setCap}
            inputMode="numeric"
            placeholder="No cap"
            autoComplete="off"
            problem={checkedCap.problem ?? fieldProblem(answered, 'monthlyCreditCap')}
          />
        </div>
        <div>
          <Button type="submit" busy={saved.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
};

const Months = ({ keyId }: { readonly keyId: string }) => (
  <Card title="Credits by month" aside={<span className="keys-quiet">Months of UTC</span>}>
    <QueryState query={useQuery(keyUsageQuery(keyId))} loading={<Skeleton height={80} />}>
      {(usage) =>
        usage.months.length === 0 ? (
          <p className="keys-quiet">It has spent nothing yet.</p>
        ) : (
          <ul className="keys-months">
            {monthWords(usage).map(({ month, name, credits, byAction }) => (
              <li key={month}>
                <p className="keys-month">
                  <strong>{name}</strong>
                  <span>{credits}</span>
                </p>
                <p className="keys-quiet">
                  {byAction.map(({ action, credits: spent }) => `${actionText(action)}: ${spent}`).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  </Card>
);

const Key = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const [act, setAct] = useState<KeyAct | null>(null);
  const words = keyWords(apiKey, { now: new Date(), timeZone });
  return (
    <Page
      title={apiKey.name}
      above={<Link to={paths.keys()}>API keys</Link>}
      lead={<code>{words.shown}</code>}
      actions={
        words.canChange ? (
          <>
            <Button icon={RefreshCw} onClick={() => setAct({ kind: 'rotate', key: apiKey })}>
              Rotate
            </Button>
            <Button icon={Ban} look="danger" onClick={() => setAct({ kind: 'revoke', key: apiKey })}>
              Revoke
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="keys-stack">
        <Card title="State">
          <p className="keys-badges">
            <Badge tone={words.tone}>{words.status}</Badge>
            <Badge tone={apiKey.environment === 'live' ? 'accent' : 'plain'}>
              {apiKey.environment === 'live' ? 'Live' : 'Test'}
            </Badge>
            <span className="keys-quiet">
              {[words.end, words.lastUsed, words.overlap].filter((text) => text !== null && text !== '').join(' · ')}
            </span>
          </p>
          <div className="keys-cell">
            <span>{words.use}</span>
            {words.capShare === null ? null : (
              <Progress
                label={words.use}
                percent={words.capShare * 100}
                tone={words.capShare >= 1 ? 'bad' : 'accent'}
              />
            )}
          </div>
        </Card>
        {words.canChange ? <Terms apiKey={apiKey} /> : null}
        <Months keyId={apiKey.id} />
        <Card title="What it may do">
          <ul className="keys-badges">
            {apiKey.scopes.map((scope) => (
              <li key={scope}>
                <code>{scope}</code>
              </li>
            ))}
          </ul>
          <p className="keys-quiet">This cannot be changed: make another key for other rights.</p>
        </Card>
      </div>
      <KeyActs act={act} onClose={() => setAct(null)} />
    </Page>
  );
};

/** One key: its state, its terms and what it spent. */
export const KeyPage = () => {
  const { keyId = '' } = useParams();
  const read = useQuery(keyQuery(keyId));
  if (read.data !== undefined) return <Key key={read.data.id} apiKey={read.data} />;
  return (
    <Page title="API key" above={<Link to={paths.keys()}>API keys</Link>}>
      {read.isError ? (
        <ProblemNotice error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Skeleton height={420} />
      )}
    </Page>
  );
};
