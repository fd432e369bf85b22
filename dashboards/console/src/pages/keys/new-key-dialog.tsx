import type { ApiKeyWithSecret } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, farm } from '../../api.ts';
import { fieldProblem, problemOf } from '../../problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { emptyKeyForm, type KeyForm, lifetimes, type NewKey, newKeyOf, type Scope, scopeGroups } from './key-form.ts';
import { refreshKeys } from './key-queries.ts';

interface ScopesProps {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly problem: string | null;
}

const Scopes = ({ value, onChange, problem }: ScopesProps) => (
  <fieldset className="keys-scopes">
    <legend>What it may do</legend>
    {problem === null ? null : (
      <p className="ui-field-problem" role="alert">
        {problem}
      </p>
    )}
    {scopeGroups.map(({ name, choices }) => (
      <div key={name} role="group" aria-label={name}>
        <p className="keys-group">{name}</p>
        {choices.map(({ scope, label }) => (
          <label key={scope} className="keys-scope">
            <input
              type="checkbox"
              checked={value.includes(scope)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, scope] : value.filter((each) => each !== scope))
              }
            />
            <span>{label}</span>
            <code>{scope}</code>
          </label>
        ))}
      </div>
    ))}
  </fieldset>
);

interface NewKeyDialogProps {
  readonly onClose: () => void;
  readonly onMade: (key: ApiKeyWithSecret) => void;
}

export const NewKeyDialog = ({ onClose, onMade }: NewKeyDialogProps) => {
  const queries = useQueryClient();
  const [form, setForm] = useState<KeyForm>(emptyKeyForm);
  const [isChecked, setChecked] = useState(false);
  const set = (part: Partial<KeyForm>): void => setForm({ ...form, ...part });
  const made = useMutation({
    mutationFn: (body: NewKey) => dataOf(farm.createApiKey({ body })),
    // The answer holds a secret: nothing keeps it once this dialog is gone.
    gcTime: 0,
    onSuccess: (key) => {
      refreshKeys(queries);
      onMade(key);
    },
  });
  const result = newKeyOf(form, new Date());
  const problems = isChecked && 'problems' in result ? result.problems : {};
  const answered = made.isError ? problemOf(made.error) : null;
  const send = (): void => {
    setChecked(true);
    if ('body' in result) made.mutate(result.body);
  };
  return (
    <Dialog
      title="New API key"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={made.isPending} onClick={send}>
            Make the key
          </Button>
        </>
      }
    >
      <ProblemNotice error={made.error} />
      <form
        className="keys-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!made.isPending) send();
        }}
      >
        <TextField
          label="Name"
          value={form.name}
          onChange={(name) => set({ name })}
          placeholder="What uses it"
          autoComplete="off"
          hint="You and your colleagues know it by this."
          problem={problems.name ?? fieldProblem(answered, 'name')}
        />
        <SelectField
          label="Environment"
          value={form.environment}
          onChange={(value) => set({ environment: value === 'live' ? 'live' : 'test' })}
          options={[
            { value: 'test', label: 'Test: free, with watermark, a few videos a day' },
            { value: 'live', label: 'Live: spends your credits' },
          ]}
        />
        <div className="keys-row">
          <SelectField
            label="Ends"
            value={form.lifetime}
            onChange={(value) => set({ lifetime: lifetimes.find((each) => each.value === value)?.value ?? 'never' })}
            options={lifetimes}
            problem={fieldProblem(answered, 'expiresAt')}
          />
          <TextField
            label="Monthly cap"
            aside="credits"
            value={form.cap}
            onChange={(cap) => set({ cap })}
            inputMode="numeric"
            placeholder="No cap"
            autoComplete="off"
            hint="Starts over on the first of a month, UTC."
            problem={problems.cap ?? fieldProblem(answered, 'monthlyCreditCap')}
          />
        </div>
        <Scopes value={form.scopes} onChange={(scopes) => set({ scopes })} problem={problems.scopes ?? null} />
        {/* Enter in a field sends the form; the button that is seen stands in the dialog's foot. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
};
