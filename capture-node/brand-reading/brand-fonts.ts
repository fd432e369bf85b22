/** Names that stand for whatever a system has, or for symbols: no brand wears them. */
const generic =
  /^(inherit|initial|unset|revert|serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|-apple-system|blinkmacsystemfont|emoji|math|fangsong|apple color emoji|segoe ui emoji|segoe ui symbol|noto color emoji|font ?awesome.*|material (icons|symbols).*|.*icon.*)$/i;
/** What systems put in for a face that is not there. */
const fallback =
  /^(arial|helvetica|helvetica neue|segoe ui|roboto|ubuntu|cantarell|noto sans|times|times new roman|georgia|courier|courier new|liberation sans)$/i;
const perKind = 4;

const namesIn = (family: string): string[] =>
  family
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^["']|["']$/g, '')
        .replace(/[^\p{L}\p{N} _.-]/gu, '')
        .trim()
        .slice(0, 100),
    )
    .filter((name) => name !== '' && !generic.test(name));

/** The face that a stack asks for: its first, unless that is only a system's own and another follows. */
const wantedIn = (family: string): string | null => {
  const names = namesIn(family);
  return names.find((name) => !fallback.test(name)) ?? names[0] ?? null;
};

/** RULE (N12): font families of headings and of running text, most used first; built names (`__Inter_a1b2c3`) as people know them. */
export const brandFonts = (
  seen: readonly { readonly family: string; readonly isHeading: boolean; readonly weight: number }[],
): { heading: string[]; body: string[] } => {
  const ranked = (isHeading: boolean): string[] => {
    const weights = new Map<string, number>();
    for (const font of seen) {
      const name = font.isHeading === isHeading ? wantedIn(font.family) : null;
      const plain = name
        ?.replace(/^_+/, '')
        .replace(/_(Fallback_)?[0-9a-f]{6}$/i, '')
        .replaceAll('_', ' ');
      if (plain !== undefined && plain !== '') weights.set(plain, (weights.get(plain) ?? 0) + font.weight);
    }
    return [...weights]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, perKind)
      .map(([name]) => name);
  };
  return { heading: ranked(true), body: ranked(false) };
};
