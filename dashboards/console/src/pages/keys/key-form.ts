import type { ApiKey, Operations } from '@reelyard/shared/sdk/operations.gen.ts';

export type Scope = ApiKey['scopes'][number];
export type NewKey = Operations['createApiKey']['input']['body'];

export interface ScopeChoice {
  readonly scope: Scope;
  readonly label: string;
}

/** What a key may be allowed to do, in groups of what people do. */
export const scopeGroups: readonly { readonly name: string; readonly choices: readonly ScopeChoice[] }[] = [
  {
    name: 'Make videos',
    choices: [
      { scope: 'projects:read', label: 'See projects' },
      { scope: 'projects:write', label: 'Create and change projects' },
      { scope: 'publish', label: 'Publish, which spends credits' },
      { scope: 'exports:read', label: 'See and download exports' },
      { scope: 'exports:write', label: 'Start exports, which spends credits' },
      { scope: 'storyboard', label: 'Draft storyboards, which spends credits' },
    ],
  },
  {
    name: 'Pages',
    choices: [
      { scope: 'capture', label: 'Capture pages, which spends credits' },
      { scope: 'browse', label: 'Browse remotely, which spends credits' },
    ],
  },
  {
    name: 'Library',
    choices: [
      { scope: 'templates:read', label: 'See templates' },
      { scope: 'media:read', label: 'See music and voices' },
      { scope: 'brands:read', label: 'See brands' },
      { scope: 'brands:write', label: 'Create and change brands' },
    ],
  },
  {
    name: 'Account',
    choices: [
      { scope: 'billing:read', label: 'See credits, movements and use' },
      { scope: 'keys:write', label: 'Make, rotate and revoke keys' },
    ],
  },
];
export const allScopes: readonly Scope[] = scopeGroups.flatMap(({ choices }) => choices.map(({ scope }) => scope));
/** As the API has it where nothing is said: a key that makes keys is asked for by name. */
export const usualScopes: readonly Scope[] = allScopes.filter((scope) => scope !== 'keys:write');

/** How long a new key lives, in days; null = until it is revoked. */
export const lifetimes = [
  { value: 'never', label: 'Never', days: null },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In a year', days: 365 },
] as const;
export type Lifetime = (typeof lifetimes)[number]['value'];

/** How long the secret that is replaced is still taken. */
export const overlaps = [
  { seconds: 0, label: 'At once' },
  { seconds: 3_600, label: 'In one hour' },
  { seconds: 86_400, label: 'In one day' },
  { seconds: 604_800, label: 'In a week' },
] as const;

export interface KeyForm {
  readonly name: string;
  readonly environment: ApiKey['environment'];
  readonly lifetime: Lifetime;
  /** As it was typed; empty = no cap. */
  readonly cap: string;
  readonly scopes: readonly Scope[];
}

export const emptyKeyForm: KeyForm = { name: '', environment: 'test', lifetime: 'never', cap: '', scopes: usualScopes };

export const maxNameChars = 100;
const maxCap = 2_147_483_647;
const dayMs = 86_400_000;

export type Checked<T> = { readonly value: T; readonly problem: null } | { readonly problem: string };

/** Credits a month as somebody types them: nothing is no cap, zero is a cap that lets nothing through. */
export const capOf = (text: string): Checked<number | null> => {
  const typed = text.trim().replaceAll(/[\s,]/g, '');
  if (typed === '') return { value: null, problem: null };
  if (!/^\d+$/.test(typed)) return { problem: 'Write a whole number of credits, or leave it empty for no cap.' };
  const value = Number(typed);
  return value > maxCap
    ? { problem: 'At most 2,147,483,647 credits; leave it empty for no cap.' }
    : { value, problem: null };
};

export const nameOf = (text: string): Checked<string> => {
  const value = text.trim();
  if (value === '') return { problem: 'Give the key a name, so that you know it again.' };
  const length = Array.from(value).length;
  return length > maxNameChars
    ? { problem: `At most ${maxNameChars} characters; this has ${length}.` }
    : { value, problem: null };
};

/** What is sent, or what is wrong by the field it is wrong in. */
export const newKeyOf = (
  form: KeyForm,
  now: Date,
): { readonly body: NewKey } | { readonly problems: Readonly<Partial<Record<'name' | 'cap' | 'scopes', string>>> } => {
  const [name, cap] = [nameOf(form.name), capOf(form.cap)];
  const noScope = form.scopes.length === 0 ? 'Allow at least one thing.' : null;
  if (name.problem !== null || cap.problem !== null || noScope !== null) {
    return {
      problems: {
        ...(name.problem === null ? {} : { name: name.problem }),
        ...(cap.problem === null ? {} : { cap: cap.problem }),
        ...(noScope === null ? {} : { scopes: noScope }),
      },
    };
  }
  const days = lifetimes.find(({ value }) => value === form.lifetime)?.days ?? null;
  return {
    body: {
      name: name.value,
      environment: form.environment,
      expiresAt: days === null ? null : new Date(now.getTime() + days * dayMs).toISOString(),
      monthlyCreditCap: cap.value,
      scopes: allScopes.filter((scope) => form.scopes.includes(scope)),
    },
  };
};
