import type { Brand, Operations } from '@reelyard/shared/sdk/operations.gen.ts';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';

export type NewBrand = NonNullable<Operations['createBrand']['input']['body']>;
export type BrandChange = NonNullable<Operations['updateBrand']['input']['body']>;
export type Tone = Brand['tone'];

export const toneNames: Readonly<Record<Tone, string>> = {
  calm: 'Calm',
  warm: 'Warm',
  confident: 'Confident',
  energetic: 'Energetic',
  playful: 'Playful',
  serious: 'Serious',
};
const isTone = (text: string): text is Tone => Object.hasOwn(toneNames, text);

/** A brand as it is typed; an empty text is nothing. */
export interface BrandForm {
  readonly name: string;
  readonly primaryColor: string;
  readonly secondaryColor: string;
  readonly headingFont: string;
  readonly bodyFont: string;
  /** Empty: guessed from the name and the colours. */
  readonly tone: string;
  /** An address, or a file as a data: address; null: the logo stays as it is. */
  readonly logo: string | null;
}

export const emptyForm: BrandForm = {
  name: '',
  primaryColor: '',
  secondaryColor: '',
  headingFont: '',
  bodyFont: '',
  tone: '',
  logo: null,
};

export const formOf = ({ name, primaryColor, secondaryColor, fonts, tone }: Brand): BrandForm => ({
  name: name ?? '',
  primaryColor: primaryColor ?? '',
  secondaryColor: secondaryColor ?? '',
  headingFont: fonts.heading ?? '',
  bodyFont: fonts.body ?? '',
  tone,
  logo: null,
});

/** Families that templates are set in; one that a brand has and they do not is offered too, and falls back in a video. */
export const fontChoices = (current: string): { value: string; label: string }[] => {
  const others = current === '' || fontFamilies.some((family) => family === current) ? [] : [current];
  return [
    { value: '', label: 'As the template has it' },
    ...[...fontFamilies, ...others].map((value) => ({ value, label: value })),
  ];
};

const maxNameChars = 100;
const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const colorProblem = (text: string): string | null =>
  text.trim() === '' || hex.test(text.trim()) ? null : 'Write the colour as #rrggbb, for example #1d4ed8.';

export type FormProblems = Readonly<Partial<Record<'name' | 'primaryColor' | 'secondaryColor', string>>>;
export const problemsOf = ({ name, primaryColor, secondaryColor }: BrandForm): FormProblems => {
  const length = Array.from(name.trim()).length;
  const found = {
    name: length > maxNameChars ? `At most ${maxNameChars} characters; this has ${length}.` : null,
    primaryColor: colorProblem(primaryColor),
    secondaryColor: colorProblem(secondaryColor),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
};

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** What a brand that is made by hand is sent as: only what was given. */
export const newBrandOf = (form: BrandForm): NewBrand => {
  const fonts = { heading: given(form.headingFont), body: given(form.bodyFont) };
  const body = {
    name: given(form.name),
    logoUrl: form.logo === null ? undefined : given(form.logo),
    primaryColor: given(form.primaryColor),
    secondaryColor: given(form.secondaryColor),
    fonts: fonts.heading === undefined && fonts.body === undefined ? undefined : fonts,
    tone: isTone(form.tone) ? form.tone : undefined,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
};

/** What changed, as a PATCH: what was emptied is taken away, what is as it was stays out. */
export const changesOf = (before: BrandForm, after: BrandForm): BrandChange => {
  const changed = (key: keyof BrandForm): string | null | undefined => {
    const [was, is] = [(before[key] ?? '').trim(), (after[key] ?? '').trim()];
    return was === is ? undefined : is === '' ? null : is;
  };
  const tone = changed('tone');
  const fonts = Object.fromEntries(
    Object.entries({ heading: changed('headingFont'), body: changed('bodyFont') }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const body = {
    name: changed('name'),
    // An empty text is the wish to take the logo away.
    logoUrl: after.logo === null ? undefined : after.logo === '' ? null : after.logo,
    primaryColor: changed('primaryColor'),
    secondaryColor: changed('secondaryColor'),
    fonts: Object.keys(fonts).length === 0 ? undefined : fonts,
    tone: typeof tone === 'string' ? (isTone(tone) ? tone : undefined) : tone,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
};

/** A request may have 1 MiB, and a file grows by a third on its way. */
const maxLogoBytes = 700_000;
const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];
export const logoAccept = logoTypes.join(',');

/** Why a file cannot be a logo; null where it can. */
export const logoProblem = ({ type, size }: { readonly type: string; readonly size: number }): string | null => {
  if (!logoTypes.includes(type)) return 'Choose an SVG, PNG, JPEG or WebP file.';
  if (size <= maxLogoBytes) return null;
  return `At most 700 kB; this has ${Math.ceil(size / 1_000)} kB. An SVG is smallest, and sharp at every size.`;
};

const statuses = {
  ready: { name: 'Ready', tone: 'good', why: 'It fills logos and colours of every template.' },
  partial: {
    name: 'Incomplete',
    tone: 'warn',
    why: 'It lacks its logo or its colour: templates that need it are refused.',
  },
  failed: {
    name: 'Not read',
    tone: 'bad',
    why: 'Its website could not be read. Read it again, or fill it in by hand.',
  },
} as const;
export const statusWords = (status: Brand['status']) => statuses[status];

/** What a brand is called in a list. */
export const brandName = ({ name, domain }: Pick<Brand, 'name' | 'domain'>): string =>
  [name, domain].find((text) => text !== null && text.trim() !== '') ?? 'Brand without a name';
