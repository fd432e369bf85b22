import type { Brand } from '@reelyard/shared/sdk/operations.gen.ts';
import type { Answer } from '@reelyard/shared/sdk/reelyard-client.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { farm } from '../../api.ts';
import { fieldProblem, problemOf } from '../../problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { addressOf } from '../captures/capture-words.ts';
import { patiently } from '../captures/patiently.ts';
import { BrandFields } from './brand-fields.tsx';
import { type BrandForm, emptyForm, type NewBrand, newBrandOf, problemsOf } from './brand-form.ts';
import { refreshBrands } from './brand-queries.ts';
import { StyleSamples } from './style-samples.tsx';

interface NewBrandDialogProps {
  readonly onClose: () => void;
  /** `said`: what could not be had of a website. */
  readonly onMade: (brand: Brand, said: readonly string[]) => void;
}

/** A brand from a website, or by hand. */
export const NewBrandDialog = ({ onClose, onMade }: NewBrandDialogProps) => {
  const queries = useQueryClient();
  const [way, setWay] = useState<'website' | 'hand'>('website');
  const [address, setAddress] = useState('');
  const [form, setForm] = useState<BrandForm>(emptyForm);
  const made = useMutation({
    mutationFn: (body: NewBrand) => patiently<Answer<Brand>>((options) => farm.createBrand({ body }, options)),
    onSuccess: ({ data, meta }) => {
      refreshBrands(queries, data.id);
      onMade(
        data,
        (meta.warnings ?? []).map(({ message }) => message),
      );
    },
  });
  const answered = made.isError ? problemOf(made.error) : null;
  const problems = problemsOf(form);
  const websiteUrl = addressOf(address);
  const body = way === 'website' ? { websiteUrl } : newBrandOf(form);
  const isReady =
    way === 'website' ? websiteUrl !== '' : Object.keys(problems).length === 0 && Object.keys(body).length > 0;
  const send = (): void => {
    if (isReady && !made.isPending) made.mutate(body);
  };
  return (
    <Dialog
      title="New brand"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={made.isPending} disabled={!isReady} onClick={send}>
            {way === 'website' ? 'Read the website' : 'Make the brand'}
          </Button>
        </>
      }
    >
      <ProblemNotice error={made.error} />
      <form
        className="brands-form"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Tabs
          label="Where the brand comes from"
          selected={way}
          onSelect={setWay}
          tabs={[
            {
              id: 'website',
              label: 'From a website',
              panel: (
                <>
                  <TextField
                    label="Address"
                    value={address}
                    onChange={setAddress}
                    inputMode="url"
                    autoComplete="off"
                    maxLength={2_048}
                    placeholder="https://example.com"
                    hint="Its name, logo, colours and fonts are read. You can change them afterwards."
                    problem={fieldProblem(answered, 'websiteUrl')}
                  />
                  {made.isPending ? (
                    <p className="brands-quiet" role="status">
                      The farm opens the site and looks. Most sites take 5 to 20 seconds.
                    </p>
                  ) : null}
                </>
              ),
            },
            {
              id: 'hand',
              label: 'By hand',
              panel: (
                <div className="brands-form">
                  <BrandFields form={form} onChange={setForm} problems={problems} answered={answered} />
                  <StyleSamples {...form} logoUrl={form.logo?.startsWith('data:') === true ? form.logo : null} />
                </div>
              ),
            },
          ]}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
};
