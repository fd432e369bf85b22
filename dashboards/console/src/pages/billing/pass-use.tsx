import type { OneTimeGoods, ProjectSummary } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dataOf, farm } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { dayText } from './balance-words.ts';
import { passProjectsQuery, refreshBilling } from './billing-queries.ts';
import { redeemedText } from './goods-words.ts';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

interface PassFormProps {
  readonly open: readonly ProjectSummary[];
  readonly isBusy: boolean;
  readonly onUse: (project: ProjectSummary) => Promise<unknown>;
}

const PassForm = ({ open, isBusy, onUse }: PassFormProps) => {
  const [chosenId, setChosenId] = useState('');
  const [isAsking, setAsking] = useState(false);
  const chosen = open.find(({ id }) => id === chosenId) ?? open[0];
  if (chosen === undefined) return <p className="billing-quiet">You have no project that a pass could be used on.</p>;
  const close = (): void => setAsking(false);
  return (
    <div className="billing-form">
      <SelectField
        label="Use a pass on"
        value={chosen.id}
        onChange={setChosenId}
        options={open.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <Button onClick={() => setAsking(true)}>Use the pass</Button>
      {isAsking ? (
        <ConfirmDialog
          title="Use a pass?"
          confirm="Use the pass"
          busy={isBusy}
          onConfirm={() => void onUse(chosen).then(close, close)}
          onClose={close}
        >
          <p>One pass is used up for “{chosen.title}”. It cannot be taken back or moved to another project.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
};

/** Which projects have a pass, and where an unused one goes. */
export const PassUse = ({ goods: { exportPasses } }: { readonly goods: OneTimeGoods }) => {
  const { available, redeemed } = exportPasses;
  const queries = useQueryClient();
  const projects = useQuery({ ...passProjectsQuery, enabled: available > 0 || redeemed.length > 0 });
  const redeem = useMutation({
    mutationFn: ({ id }: ProjectSummary) => dataOf(farm.redeemExportPass({ body: { projectId: id } })),
    onSettled: () => refreshBilling(queries),
  });
  const all = projects.data?.projects ?? [];
  const taken = new Set(redeemed.map(({ projectId }) => projectId));
  return (
    <>
      <ProblemNotice error={redeem.error ?? projects.error} />
      {redeem.data === undefined ? null : (
        <Notice tone="good" title={redeemedText(redeem.data, redeem.variables?.title ?? '')} />
      )}
      {redeemed.length === 0 ? null : (
        <ul className="billing-lines">
          {redeemed.map(({ projectId, redeemedAt }) => (
            <li key={projectId}>
              {/* A project that was deleted keeps its id here. */}
              <Link to={paths.project(projectId)}>{all.find(({ id }) => id === projectId)?.title ?? projectId}</Link>
              <span className="billing-quiet">{dayText(redeemedAt, timeZone)}</span>
            </li>
          ))}
        </ul>
      )}
      {available === 0 || projects.data === undefined ? null : (
        <PassForm
          open={all.filter(({ id, sandbox }) => !(sandbox || taken.has(id)))}
          isBusy={redeem.isPending}
          onUse={redeem.mutateAsync}
        />
      )}
    </>
  );
};
