import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Spinner } from './spinner.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

interface Common {
  readonly look?: Look;
  readonly size?: 's' | 'm';
  readonly icon?: LucideIcon;
}

interface ButtonProps extends Common, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly children: ReactNode;
  /** Shows that it works, and takes no second click. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

const classes = (look: Look, size: 's' | 'm', more?: string): string =>
  ['ui-button', `ui-button-${look}`, size === 's' ? 'ui-button-s' : '', more ?? ''].filter(Boolean).join(' ');

export const Button = ({
  look = 'plain',
  size = 'm',
  icon: Icon,
  busy = false,
  children,
  className,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classes(look, size, className)}
    aria-busy={busy || undefined}
    onClick={busy ? undefined : rest.onClick}
    aria-disabled={busy || undefined}
  >
    {busy ? <Spinner /> : Icon ? <Icon size={16} aria-hidden /> : null}
    <span>{children}</span>
  </button>
);

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: LucideIcon;
  /** What it does, for who does not see the picture. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export const IconButton = ({ icon: Icon, label, className, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} aria-label={label} className={`ui-icon-button ${className ?? ''}`}>
    <Icon size={16} aria-hidden />
  </button>
);

interface LinkButtonProps extends Common {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link inside the console that looks like a button. */
export const LinkButton = ({ look = 'plain', size = 'm', icon: Icon, to, children }: LinkButtonProps) => (
  <Link to={to} className={classes(look, size)}>
    {Icon ? <Icon size={16} aria-hidden /> : null}
    <span>{children}</span>
  </Link>
);

interface OutsideButtonProps extends Common {
  readonly href: string;
  readonly children: ReactNode;
  /** In a tab of its own: a picture, a file to read. */
  readonly newTab?: boolean;
}

/** A link out of the console (a file, another page of the farm) that looks like a button. */
export const OutsideButton = ({
  look = 'plain',
  size = 'm',
  icon: Icon,
  href,
  newTab = false,
  children,
}: OutsideButtonProps) => (
  <a href={href} className={classes(look, size)} {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}>
    {Icon ? <Icon size={16} aria-hidden /> : null}
    <span>{children}</span>
  </a>
);
