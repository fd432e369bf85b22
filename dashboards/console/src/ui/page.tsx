import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageProps {
  readonly title: string;
  /** Under the title: one sentence. */
  readonly lead?: ReactNode;
  /** Buttons at the right of the title; the main one last. */
  readonly actions?: ReactNode;
  /** Above the title: where this page belongs. */
  readonly above?: ReactNode;
  /** wide: as wide as the window; text: a column for reading and forms. */
  readonly width?: 'normal' | 'wide' | 'text';
  readonly children: ReactNode;
}

/** Paths whose heading has been read out; the first page of a visit is read by the browser itself. */
let lastPath: string | null = null;

/** The frame of a page: document title, heading (focused after a navigation, so that it is read out), acts. */
export const Page = ({ title, lead, actions, above, width = 'normal', children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (lastPath !== null && lastPath !== pathname) heading.current?.focus({ preventScroll: true });
    lastPath = pathname;
  }, [pathname]);
  return (
    <div className={`ui-page ui-page-${width}`}>
      <title>{`${title} · Reelyard`}</title>
      <header className="ui-page-head">
        <div className="ui-page-heading">
          {above}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p className="ui-page-lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="ui-page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
};

/** A box with an optional heading. */
export const Card = ({
  title,
  aside,
  children,
}: {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className="ui-card">
    {title === undefined ? null : (
      <header className="ui-card-head">
        <h2>{title}</h2>
        {aside}
      </header>
    )}
    {children}
  </section>
);
