import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { counted, many } from '../../words.ts';
import { AsOf } from './as-of.tsx';
import { farmQuery } from './farm-queries.ts';
import type { FarmRecord, WaitingRecord } from './farm-records.ts';
import { agoText, kindNames } from './farm-words.ts';
import { queueWords, whyItWaits } from './work-words.ts';

type Queue = FarmRecord['queues'][number];
const poolNames = { RENDER: 'Render nodes', CAPTURE: 'Capture nodes' } as const;

const columnsOf = (waiting: readonly WaitingRecord[]): readonly Column<Queue>[] => [
  { title: 'Queue', cell: ({ kind }) => kindNames[kind] },
  { title: 'Waiting', align: 'end', cell: (queue) => queueWords(queue).waiting },
  { title: 'Running', align: 'end', cell: (queue) => queueWords(queue).running },
  {
    title: 'Oldest waits for',
    cell: (queue) => (
      <div className="farm-cell">
        <span>{queueWords(queue).oldest}</span>
        {whyItWaits(waiting, queue.kind).map((reason) => (
          <span key={reason} className="farm-quiet">
            {reason}
          </span>
        ))}
      </div>
    ),
  },
];

const Pools = ({ pools }: { readonly pools: FarmRecord['pools'] }) => (
  <div className="farm-grid">
    {pools.map(({ pool, readyNodes, slots, freeSlots }) => (
      <Card key={pool} title={poolNames[pool]}>
        <p className="farm-figure">
          <strong>{counted(readyNodes, 'node')}</strong> ready
        </p>
        <p className="farm-quiet">
          {many(freeSlots)} of {counted(slots, 'slot')} free
        </p>
        {readyNodes === 0 ? <Notice tone="bad" title="None is ready: nothing of this pool's is done." /> : null}
      </Card>
    ))}
  </div>
);

const Audit = ({ audit: { auditedAt, checked, violations } }: Pick<FarmRecord, 'audit'>) => (
  <Card
    title="Last audit"
    aside={<span className="farm-quiet">{auditedAt === null ? '' : agoText(auditedAt, new Date())}</span>}
  >
    {auditedAt === null ? <p className="farm-quiet">None has ended yet.</p> : null}
    {auditedAt !== null && violations.length === 0 ? (
      <p>
        <Badge tone="good">Good</Badge> {counted(checked, 'invariant')} of money and work hold.
      </p>
    ) : null}
    {violations.length === 0 ? null : (
      <Notice tone="bad" title={`${counted(violations.length, 'invariant')} of ${many(checked)} violated`}>
        <ul>
          {violations.map(({ invariant, count }) => (
            <li key={invariant}>
              <code>{invariant}</code>: {counted(count, 'row')}
            </li>
          ))}
        </ul>
        <p>The runbook says what each means.</p>
      </Notice>
    )}
  </Card>
);

export const OverviewTab = () => {
  const query = useQuery(farmQuery);
  return (
    <div className="farm-stack">
      <div className="farm-head">
        <AsOf query={query} />
      </div>
      <QueryState query={query} loading={<Skeleton height={560} />}>
        {({ farm, jobs }) => (
          <>
            <Pools pools={farm.pools} />
            <Table caption="Queues" columns={columnsOf(jobs.items)} rows={farm.queues} rowKey={({ kind }) => kind} />
            <Audit audit={farm.audit} />
          </>
        )}
      </QueryState>
    </div>
  );
};
