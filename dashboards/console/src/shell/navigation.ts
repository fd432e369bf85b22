import { Clapperboard, CreditCard, KeyRound, LayoutTemplate, type LucideIcon, Palette, Server } from 'lucide-react';
import { paths } from '../paths.ts';

interface NavigationLine {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly to: string;
  /** Only who operates the farm sees it. */
  readonly operatorsOnly?: boolean;
  /** Pages below these paths belong to the line too. */
  readonly also?: readonly string[];
}

/** The lines of the navigation, in their order. */
export const navigation: readonly NavigationLine[] = [
  { label: 'Videos', icon: Clapperboard, to: paths.projects(), also: ['/projects', '/new'] },
  { label: 'Templates', icon: LayoutTemplate, to: paths.templates() },
  { label: 'Brands', icon: Palette, to: paths.brands() },
  { label: 'Billing', icon: CreditCard, to: paths.billing() },
  { label: 'API keys', icon: KeyRound, to: paths.keys() },
  { label: 'Farm', icon: Server, to: paths.farm(), operatorsOnly: true },
];

/** Whether a line is the one of the page at `pathname`. */
export const isCurrent = ({ to, also = [] }: NavigationLine, pathname: string): boolean =>
  [to, ...also].some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)));
