import type { Brand } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { dataOf, farm } from '../../api.ts';
import { paths } from '../../paths.ts';
import { problemOf } from '../../problem.ts';
import { useUnsavedWork } from '../../shell/unsaved-work.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { patiently } from '../captures/patiently.ts';
import { BrandFields } from './brand-fields.tsx';
import { type BrandForm, brandName, changesOf, formOf, problemsOf, statusWords } from './brand-form.ts';
import { brandQuery, refreshBrands } from './brand-queries.ts';
import './brands.css';
import { StyleSamples } from './style-samples.tsx';

const Logos = ({ brand: { logoUrl, logoDarkUrl, iconUrl } }: { readonly brand: Brand }) => {
  const logos = [
    ['Logo', logoUrl, 'brands-on-light'],
    ['For dark grounds', logoDarkUrl, 'brands-on-dark'],
    ['Icon', iconUrl, 'brands-on-light'],
  ] as const;
  const shown = logos.filter(([, url]) => url !== null);
  if (shown.length === 0) return <p className="brands-quiet">It has no logo yet.</p>;
  return (
    <ul className="brands-logos">
      {shown.map(([name, url, ground]) => (
        <li key={name}>
          <span className={`brands-logo ${ground}`}>
            <img src={url ?? ''} alt={name} />
          </span>
          <p className="brands-quiet">{name}</p>
        </li>
      ))}
    </ul>
  );
};

const Delete = ({ brand, onClose }: { readonly brand: Brand; readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deleted = useMutation({
    mutationFn: () => farm.deleteBrand({ id: brand.id }),
    onSuccess: () => {
      toast(`“${brandName(brand)}” is deleted.`);
      void navigate(paths.brands());
      void queries.invalidateQueries({ queryKey: ['brands'] });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${brandName(brand)}”?`}
      confirm="Delete the brand"
      danger
      busy={deleted.isPending}
      onConfirm={() => deleted.mutate()}
      onClose={onClose}
    >
      <ProblemNotice error={deleted.error} />
      <p>New projects cannot use it any more. Projects that have it keep their look. It cannot be taken back.</p>
    </ConfirmDialog>
  );
};

const Edit = ({ brand }: { readonly brand: Brand }) => {
  const queries = useQueryClient();
  const before = formOf(brand);
  const [form, setForm] = useState<BrandForm>(before);
  const [isDeleting, setDeleting] = useState(false);
  const took = (next: Brand): void => {
    queries.setQueryData(brandQuery(next.id).queryKey, next);
    refreshBrands(queries, next.id);
    setForm(formOf(next));
  };
  const saved = useMutation({
    mutationFn: () => dataOf(farm.updateBrand({ id: brand.id, body: changesOf(before, form) })),
    onSuccess: (next) => {
      took(next);
      toast('Saved. Videos get it with their next publish.');
    },
  });
  const reread = useMutation({
    mutationFn: () => patiently((options) => dataOf(farm.refreshBrand({ id: brand.id }, options))),
    onSuccess: (next) => {
      took(next);
      toast('The website was read again.');
    },
  });
  const problems = problemsOf(form);
  const isChanged = Object.keys(changesOf(before, form)).length > 0;
  useUnsavedWork(isChanged);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && Object.keys(problems).length === 0 && !saved.isPending) saved.mutate();
  };
  const { why, tone } = statusWords(brand.status);
  return (
    <Page
      title={brandName(brand)}
      above={<Link to={paths.brands()}>Brands</Link>}
      lead={brand.websiteUrl ?? 'Made by hand'}
      actions={
        <>
          {brand.websiteUrl === null ? null : (
            <Button icon={RefreshCw} busy={reread.isPending} onClick={() => reread.mutate()}>
              Read the website again
            </Button>
          )}
          <Button icon={Trash2} look="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </>
      }
    >
      <div className="brands-stack">
        {brand.status === 'ready' ? null : <Notice tone={tone} title={why} />}
        <ProblemNotice error={reread.error} />
        <Card title="In the four styles">
          <StyleSamples {...form} name={brandName(brand)} logoUrl={brand.logoUrl} />
        </Card>
        <Card title="Logos">
          <Logos brand={brand} />
        </Card>
        <Card title="What it is">
          <ProblemNotice error={saved.error} />
          <form className="brands-form" onSubmit={save}>
            <BrandFields
              form={form}
              onChange={setForm}
              problems={problems}
              answered={saved.isError ? problemOf(saved.error) : null}
              logoAside={
                brand.logoUrl === null ? null : (
                  <div>
                    <Button size="s" onClick={() => setForm({ ...form, logo: form.logo === '' ? null : '' })}>
                      {form.logo === '' ? 'Keep the logo' : 'Take the logo away'}
                    </Button>
                  </div>
                )
              }
            />
            <div className="brands-acts">
              <Button
                type="submit"
                look="primary"
                busy={saved.isPending}
                disabled={!isChanged || Object.keys(problems).length > 0}
              >
                Save
              </Button>
              {isChanged ? <Button onClick={() => setForm(before)}>Undo the changes</Button> : null}
              <span className="brands-quiet" role="status">
                {isChanged ? 'Not saved yet.' : ''}
              </span>
            </div>
          </form>
        </Card>
      </div>
      {isDeleting ? <Delete brand={brand} onClose={() => setDeleting(false)} /> : null}
    </Page>
  );
};

/** One brand: how it looks, and everything that it is. */
export const BrandPage = () => {
  const { brandId = '' } = useParams();
  const read = useQuery(brandQuery(brandId));
  if (read.data !== undefined) return <Edit key={read.data.id} brand={read.data} />;
  return (
    <Page title="Brand" above={<Link to={paths.brands()}>Brands</Link>}>
      {read.isError ? (
        <ProblemNotice error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Skeleton height={520} />
      )}
    </Page>
  );
};
