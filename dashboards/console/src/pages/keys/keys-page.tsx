import type { ApiKey, ApiKeyWithSecret } from '@reelyard/shared/sdk/operations.gen.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban, KeyRound, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { outside, paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton, OutsideButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type KeyAct, KeyActs } from './key-acts.tsx';
import { keysQuery } from './key-queries.ts';
import { keyWords, slotsText } from './key-words.ts';
import './keys.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const columnsOf = (onAct: (act: KeyAct) => void): readonly Column<ApiKey>[] => {
  const words = (key: ApiKey) => keyWords(key, { now: new Date(), timeZone });
  return [
    {
      title: 'Key',
      cell: (key) => (
        <div className="keys-cell">
          <Link to={paths.key(key.id)}>{key.name}</Link>
          <code className="keys-quiet">{words(key).shown}</code>
        </div>
      ),
    },
    {
      title: 'State',
      cell: (key) => {
        const { status, tone, end, overlap } = words(key);
        return (
          <div className="keys-cell">
            <span className="keys-badges">
              <Badge tone={tone}>{status}</Badge>
              <Badge tone={key.environment === 'live' ? 'accent' : 'plain'}>
                {key.environment === 'live' ? 'Live' : 'Test'}
              </Badge>
            </span>
            <span className="keys-quiet">{overlap ?? end}</span>
          </div>
        );
      },
    },
    {
      title: 'Use',
      wideOnly: true,
      cell: (key) => {
        const { use, lastUsed, capShare } = words(key);
        return (
          <div className="keys-cell">
            <span>{use}</span>
            {capShare === null ? null : (
              <Progress label={use} percent={capShare * 100} tone={capShare >= 1 ? 'bad' : 'accent'} />
            )}
            <span className="keys-quiet">{lastUsed}</span>
          </div>
        );
      },
    },
    {
      title: 'Acts',
      hideTitle: true,
      align: 'end',
      cell: (key) =>
        words(key).canChange ? (
          <span className="keys-acts">
            <IconButton icon={RefreshCw} label={`Rotate ${key.name}`} onClick={() => onAct({ kind: 'rotate', key })} />
            <IconButton icon={Ban} label={`Revoke ${key.name}`} onClick={() => onAct({ kind: 'revoke', key })} />
          </span>
        ) : null,
    },
  ];
};

/** The keys of the account: programs and agents ask the farm with them. */
export const KeysPage = () => {
  const [withOld, setWithOld] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const [act, setAct] = useState<KeyAct | null>(null);
  const list = useInfiniteQuery(keysQuery(withOld));
  const keys = list.data?.pages.flatMap(({ data }) => data.apiKeys) ?? [];
  const newKey = (
    <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead="Your programs and agents ask the farm with these. What a live key makes costs credits."
      actions={
        <>
          <OutsideButton href={outside.reference()}>API reference</OutsideButton>
          {newKey}
        </>
      }
    >
      <div className="keys-stack">
        {list.isPending ? <Skeleton height={320} /> : null}
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
        {list.isSuccess && keys.length === 0 ? (
          <EmptyState icon={KeyRound} title="No keys yet" actions={newKey}>
            A test key is free: make one, and let a program make a video with it.
          </EmptyState>
        ) : null}
        {keys.length === 0 ? null : (
          <Table caption="API keys, newest first" columns={columnsOf(setAct)} rows={keys} rowKey={({ id }) => id} />
        )}
        {list.hasNextPage ? (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        ) : null}
        {list.isSuccess ? (
          <div className="keys-foot">
            <SwitchField label="Show keys that ended more than 30 days ago" value={withOld} onChange={setWithOld} />
            <p className="keys-quiet">{slotsText(keys)}</p>
          </div>
        ) : null}
      </div>
      {isMaking ? (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      ) : null}
      {made === null ? null : <SecretDialog keyName={made.name} secret={made.secret} onClose={() => setMade(null)} />}
      <KeyActs act={act} onClose={() => setAct(null)} />
    </Page>
  );
};
