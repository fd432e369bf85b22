import type { ReactNode } from 'react';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A short state: `Rendering`, `Admin`, `Sandbox`. Says it in words, not in colour alone. */
export const Badge = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={`ui-badge ui-tone-${tone}`}>{children}</span>
);
