import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { reasonProblem } from './account-words.ts';
import { refreshFarm } from './farm-queries.ts';

interface ReasonDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly effect: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Does it, and says what came of it. */
  readonly run: (reason: string) => Promise<string>;
  readonly onClose: () => void;
  /** Fields of the act's own, above the reason. */
  readonly children?: ReactNode;
  /** False while those are not filled in. */
  readonly isReady?: boolean;
}

/** Asks before an act of an operator and for its reason, which the log of acts keeps. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { title, effect, confirm, danger = false, run, onClose, children, isReady = true } = props;
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const problem = reasonProblem(reason);
  const act = useMutation({
    mutationFn: () => run(reason.trim()),
    onSuccess: (said) => {
      toast(said);
      onClose();
    },
    // A refused act is in the log too.
    onSettled: () => refreshFarm(queries),
  });
  const send = (): void => {
    setChecked(true);
    if (problem === null && isReady && !act.isPending) act.mutate();
  };
  return (
    <Dialog
      title={title}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={act.isPending} disabled={!isReady} onClick={send}>
            {confirm}
          </Button>
        </>
      }
    >
      <ProblemNotice error={act.error} />
      <p>{effect}</p>
      <form
        className="farm-form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
        <TextField
          label="Reason"
          value={reason}
          onChange={setReason}
          autoComplete="off"
          hint="Written to the log of acts, with your name."
          problem={isChecked ? problem : null}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
};
