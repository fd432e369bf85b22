import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Progress } from '../../ui/progress.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { outcomeText } from './account-words.ts';
import { AsOf } from './as-of.tsx';
import { type NodeAct, operateNode } from './farm-api.ts';
import { nodesQuery } from './farm-queries.ts';
import type { NodeRecord } from './farm-records.ts';
import { leaseWords, nodeActs, nodeActWords, nodeWords } from './farm-words.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const Leases = ({ leases }: Pick<NodeRecord, 'leases'>) => (
  <ul className="farm-leases">
    {leases.map((lease) => {
      const { text, percent } = leaseWords(lease);
      return (
        <li key={`${lease.jobId} ${lease.number}`}>
          <span>{text}</span>
          <Progress label={text} percent={percent} />
        </li>
      );
    })}
  </ul>
);

const Node = ({ node, onAct }: { readonly node: NodeRecord; readonly onAct: (act: NodeAct) => void }) => {
  const words = nodeWords(node);
  const facts = [
    ['Capacity', words.capacity],
    ['Last 15 minutes', words.work],
    ['Machine', words.machine],
    ['Encoders', words.encoders],
    ['Last seen', words.seen],
  ].filter(([, fact]) => fact !== '');
  return (
    <li className="ui-card">
      <header className="farm-node-head">
        <h2>{node.name}</h2>
        <Badge tone={words.tone}>{words.name}</Badge>
        <span className="farm-quiet">
          {node.pool === 'RENDER' ? 'Render node' : 'Capture node'}, version {node.version}
        </span>
      </header>
      {words.why === '' ? null : <p>{words.why}</p>}
      <dl className="farm-facts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <Leases leases={node.leases} />
      <div className="farm-acts">
        {nodeActs(node).map((act) => (
          <Button key={act} size="s" onClick={() => onAct(act)} aria-label={`${nodeActWords[act].label} ${node.name}`}>
            {nodeActWords[act].label}
          </Button>
        ))}
      </div>
    </li>
  );
};

const done: Readonly<Record<NodeAct, string>> = {
  drain: 'It takes no more work.',
  resume: 'It takes work again.',
  quarantine: 'It is quarantined.',
};

export const NodesTab = () => {
  const query = useQuery(nodesQuery);
  const [asked, setAsked] = useState<{ readonly act: NodeAct; readonly node: NodeRecord } | null>(null);
  return (
    <div className="farm-stack">
      <div className="farm-head">
        <AsOf query={query} />
      </div>
      <QueryState query={query} loading={<Skeleton height={420} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Server} title="No nodes">
              Start one with the farm's node token: it registers itself and appears here.
            </EmptyState>
          ) : (
            <ul className="farm-nodes" aria-label="Nodes">
              {items.map((node) => (
                <Node key={node.id} node={node} onAct={(act) => setAsked({ act, node })} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {asked === null ? null : (
        <ReasonDialog
          title={`${nodeActWords[asked.act].label} ${asked.node.name}?`}
          effect={nodeActWords[asked.act].effect}
          confirm={nodeActWords[asked.act].label}
          danger={asked.act === 'quarantine'}
          run={async (reason) => outcomeText(await operateNode(asked.act, asked.node.id, reason), done[asked.act])}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
};
