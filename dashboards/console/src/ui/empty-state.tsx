import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Where a list has nothing yet: what would be here, and the first step to it. */
export const EmptyState = ({ icon: Icon, title, children, actions }: EmptyStateProps) => (
  <div className="ui-empty">
    <span className="ui-empty-icon">
      <Icon size={24} aria-hidden />
    </span>
    <h2>{title}</h2>
    {children === undefined ? null : <div className="ui-empty-text">{children}</div>}
    {actions === undefined ? null : <div className="ui-empty-actions">{actions}</div>}
  </div>
);
