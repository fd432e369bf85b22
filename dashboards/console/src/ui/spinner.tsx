import { LoaderCircle } from 'lucide-react';

/** A turning ring. `label` is read out; without it the ring decorates something that says what happens. */
export const Spinner = ({ label, size = 16 }: { readonly label?: string; readonly size?: number }) => (
  <span className="ui-spinner" role={label === undefined ? undefined : 'status'}>
    <LoaderCircle size={size} aria-hidden />
    {label === undefined ? null : <span className="visually-hidden">{label}</span>}
  </span>
);

/** Fills a page or a part of it while something is read; shown late, so that quick answers do not flash. */
export const Loading = ({ label = 'Loading' }: { readonly label?: string }) => (
  <div className="ui-loading">
    <Spinner label={label} size={22} />
  </div>
);

/** A grey shape of the size of what is to come. */
export const Skeleton = ({
  height,
  width = '100%',
}: {
  readonly height: number | string;
  readonly width?: number | string;
}) => <span className="ui-skeleton" style={{ height, width }} aria-hidden />;
