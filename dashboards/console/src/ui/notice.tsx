import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '../problem.ts';
import type { Tone } from './badge.tsx';
import { Button } from './button.tsx';

const icons: Readonly<Record<Tone, LucideIcon>> = {
  plain: Info,
  accent: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
};

interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons or links that mend it. */
  readonly actions?: ReactNode;
}

/** Something to know, in its place on the page. A bad one is read out at once. */
export const Notice = ({ tone = 'plain', title, children, actions }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div className={`ui-notice ui-tone-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={18} aria-hidden />
      <div className="ui-notice-body">
        {title === undefined ? null : <p className="ui-notice-title">{title}</p>}
        {children === undefined ? null : <div className="ui-notice-text">{children}</div>}
        {actions === undefined ? null : <div className="ui-notice-actions">{actions}</div>}
      </div>
    </div>
  );
};

interface ProblemNoticeProps {
  /** Whatever was thrown; nothing is shown for null. */
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly actions?: ReactNode;
}

/** An error in words: what the API says, each thing that is wrong, and the number to report where the farm is at fault. */
export const ProblemNotice = ({ error, onRetry, actions }: ProblemNoticeProps) => {
  if (error === null || error === undefined) return null;
  const { title, details, requestId, retryAfterSeconds } = problemOf(error);
  const shown = details.filter(({ message }) => !title.includes(message));
  return (
    <Notice
      tone="bad"
      title={title}
      actions={
        onRetry === undefined && actions === undefined ? undefined : (
          <>
            {onRetry === undefined ? null : (
              <Button size="s" onClick={onRetry}>
                Try again
              </Button>
            )}
            {actions}
          </>
        )
      }
    >
      {shown.length === 0 && requestId === null && retryAfterSeconds === null ? undefined : (
        <>
          {shown.length === 0 ? null : (
            <ul className="ui-notice-list">
              {shown.slice(0, 8).map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
          {retryAfterSeconds === null ? null : <p>Try again in {retryAfterSeconds} s.</p>}
          {requestId === null ? null : (
            <p>
              Number for a report: <code>{requestId}</code>
            </p>
          )}
        </>
      )}
    </Notice>
  );
};
