import { useState } from 'react';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { counted } from '../../words.ts';
import { creditsOf, featureNames, limitNames, outcomeText, planNames } from './account-words.ts';
import { adjustCredits, changePlan, type NewLimit, revokeKey, setFeature, setLimit } from './farm-api.ts';
import { type AccountDetail, type KeyRecord, plans } from './farm-records.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ActProps {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}

export const AdjustCredits = ({ account, onClose }: ActProps) => {
  const [text, setText] = useState('');
  const [bucket, setBucket] = useState<'PURCHASED' | 'PLAN'>('PURCHASED');
  // One for the life of the dialog: however often it is pressed, the adjustment is made once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const credits = creditsOf(text);
  return (
    <ReasonDialog
      title={`Adjust the credits of ${account.name}`}
      effect="The account sees the reason in its movements. Never more is taken than is there."
      confirm={credits === null ? 'Adjust' : `${credits > 0 ? 'Give' : 'Take'} ${counted(Math.abs(credits), 'credit')}`}
      danger={credits !== null && credits < 0}
      isReady={credits !== null}
      run={async (reason) =>
        outcomeText(
          await adjustCredits({ accountId: account.id, bucket, credits: credits ?? 0, reason, idempotencyKey }),
          'The credits are adjusted.',
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Change"
        aside="credits"
        value={text}
        onChange={setText}
        inputMode="text"
        autoComplete="off"
        placeholder="50, or -50 to take"
        problem={text === '' || credits !== null ? null : 'A whole number of credits, not zero: 50, or -50 to take.'}
      />
      <SelectField
        label="Of"
        value={bucket}
        onChange={(value) => setBucket(value === 'PLAN' ? 'PLAN' : 'PURCHASED')}
        options={[
          { value: 'PURCHASED', label: 'Bought credits, which never expire' },
          { value: 'PLAN', label: "The plan's allowance of this period" },
        ]}
      />
    </ReasonDialog>
  );
};

export const ChangePlan = ({ account, onClose }: ActProps) => {
  const [chosen, setChosen] = useState<AccountDetail['plan']>(account.plan);
  return (
    <ReasonDialog
      title={`Change the plan of ${account.name}`}
      effect="Allowance, limits and features are those of the new plan from the next request on."
      confirm="Change the plan"
      isReady={chosen !== account.plan}
      run={async (reason) =>
        outcomeText(await changePlan(account.id, chosen, reason), `The plan is ${planNames[chosen]}.`)
      }
      onClose={onClose}
    >
      <SelectField
        label="Plan"
        value={chosen}
        onChange={(value) => setChosen(plans.find((each) => each === value) ?? account.plan)}
        options={plans.map((value) => ({ value, label: planNames[value] }))}
      />
    </ReasonDialog>
  );
};

const switches = [
  { value: 'on', label: 'On for this account', enabled: true },
  { value: 'off', label: 'Off for this account', enabled: false },
  { value: 'plan', label: 'As the plan has it', enabled: null },
] as const;

export const SwitchFeature = ({
  account,
  feature: { feature, ofAccount },
  onClose,
}: ActProps & { readonly feature: AccountDetail['features'][number] }) => {
  const [chosen, setChosen] = useState<string>(switches.find(({ enabled }) => enabled === ofAccount)?.value ?? 'plan');
  const enabled = switches.find(({ value }) => value === chosen)?.enabled ?? null;
  return (
    <ReasonDialog
      title={`${featureNames[feature]} for ${account.name}`}
      effect="It holds for the account's live keys from the next request on."
      confirm="Switch it"
      isReady={enabled !== ofAccount}
      run={async (reason) =>
        outcomeText(await setFeature(account.id, { feature, enabled, reason }), 'The feature is switched.')
      }
      onClose={onClose}
    >
      <SelectField label="Feature" value={chosen} onChange={setChosen} options={switches} />
    </ReasonDialog>
  );
};

export const ChangeLimit = ({
  account,
  limit: { feature, units },
  onClose,
}: ActProps & { readonly limit: AccountDetail['limits'][number] }) => {
  const [kind, setKind] = useState<string>(units === null ? 'unlimited' : 'units');
  const [text, setText] = useState(units === null ? '' : String(units));
  const isWhole = /^\d{1,9}$/.test(text.trim());
  const limit: NewLimit =
    kind === 'units' ? { units: Number(text) } : kind === 'unlimited' ? { unlimited: true } : { reset: true };
  return (
    <ReasonDialog
      title={`${limitNames[feature]} a month for ${account.name}`}
      effect="It limits what people make in the web app. What was used this month stays counted."
      confirm="Set the limit"
      isReady={kind !== 'units' || isWhole}
      run={async (reason) => outcomeText(await setLimit(account.id, { feature, limit, reason }), 'The limit is set.')}
      onClose={onClose}
    >
      <SelectField
        label="Limit"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'units', label: 'A number a month' },
          { value: 'unlimited', label: 'No limit' },
          { value: 'reset', label: 'As the plan has it' },
        ]}
      />
      {kind === 'units' ? (
        <TextField
          label="A month"
          value={text}
          onChange={setText}
          inputMode="numeric"
          autoComplete="off"
          problem={isWhole ? null : 'A whole number, 0 or more.'}
        />
      ) : null}
    </ReasonDialog>
  );
};

export const RevokeKey = ({
  apiKey: { id, name },
  onClose,
}: {
  readonly apiKey: KeyRecord;
  readonly onClose: () => void;
}) => (
  <ReasonDialog
    title={`Revoke “${name}”?`}
    effect="The next request with it is refused and its streams end. It cannot be taken back."
    confirm="Revoke the key"
    danger
    run={async (reason) => outcomeText(await revokeKey(id, reason), 'The key is revoked.')}
    onClose={onClose}
  />
);
