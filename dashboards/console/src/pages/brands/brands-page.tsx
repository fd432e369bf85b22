import type { Brand } from '@reelyard/shared/sdk/operations.gen.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Palette, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { brandName, statusWords, toneNames } from './brand-form.ts';
import { brandsQuery } from './brand-queries.ts';
import './brands.css';
import { NewBrandDialog } from './new-brand-dialog.tsx';

const BrandCard = ({ brand }: { readonly brand: Brand }) => {
  const { name: state, tone } = statusWords(brand.status);
  const colors = brand.palette.length > 0 ? brand.palette : [brand.primaryColor, brand.secondaryColor];
  return (
    <li>
      <Link to={paths.brand(brand.id)} className="brands-card">
        <span className="brands-logo">
          {brand.logoUrl === null ? (
            <span className="brands-letter">{Array.from(brandName(brand))[0]}</span>
          ) : (
            <img src={brand.logoUrl} alt="" loading="lazy" />
          )}
        </span>
        <span className="brands-swatches">
          {colors.map((color) =>
            color === null ? null : <span key={color} title={color} style={{ background: color }} />,
          )}
        </span>
        <span className="brands-card-text">
          <strong>{brandName(brand)}</strong>
          <span className="brands-quiet">{brand.domain ?? 'Made by hand'}</span>
          <span className="brands-badges">
            {brand.status === 'ready' ? null : <Badge tone={tone}>{state}</Badge>}
            <Badge>{toneNames[brand.tone]}</Badge>
          </span>
        </span>
      </Link>
    </li>
  );
};

/** The brands of the account: what fills logos, colours and fonts of its videos. */
export const BrandsPage = () => {
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const list = useInfiniteQuery(brandsQuery);
  const brands = list.data?.pages.flatMap(({ data }) => data.brands) ?? [];
  const newBrand = (
    <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
      New brand
    </Button>
  );
  return (
    <Page title="Brands" lead="A brand fills the logo, the colours and the fonts of a video." actions={newBrand}>
      <div className="brands-stack">
        {list.isPending ? <Skeleton height={320} /> : null}
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
        {list.isSuccess && brands.length === 0 ? (
          <EmptyState icon={Palette} title="No brands yet" actions={newBrand}>
            Give the address of your website: its logo, colours and fonts are read from it.
          </EmptyState>
        ) : null}
        {brands.length === 0 ? null : (
          <ul className="brands-grid" aria-label="Brands">
            {brands.map((brand) => (
              <BrandCard key={brand.id} brand={brand} />
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
      {isMaking ? (
        <NewBrandDialog
          onClose={() => setMaking(false)}
          onMade={(brand, said) => {
            toast(said[0] ?? `“${brandName(brand)}” is made.`, said.length === 0 ? {} : { tone: 'bad' });
            void navigate(paths.brand(brand.id));
          }}
        />
      ) : null}
    </Page>
  );
};
