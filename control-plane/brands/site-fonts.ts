/** What a family of the farm looks like; `generic` stands where nothing nearer is there. */
const classes = [
  { of: /mono|code|courier|consol|menlo|terminal|typewriter/i, family: 'JetBrains Mono' },
  {
    of: /serif(?!.*sans)|garamond|georgia|times|playfair|merriweather|lora|baskerville|caslon|bodoni|didot|fraunces|tiempos|canela|recoleta|freight|charter|cambria|palatino|slab|roman/i,
    family: 'Fraunces',
  },
  {
    of: /grotesk|futura|poppins|montserrat|gotham|circular|avenir|geometric|sora|syne|outfit|urbanist|lexend|satoshi|clash|monument|space/i,
    family: 'Space Grotesk',
  },
] as const;

const sansSerif = /sans-?serif|^sans\b|\bsans$/i;
const folded = (name: string): string => name.trim().toLowerCase().replaceAll(/["']/g, '').replaceAll(/\s+/g, ' ');

const classOf = (name: string): string | null =>
  sansSerif.test(folded(name)) ? null : (classes.find(({ of }) => of.test(name))?.family ?? null);

/**
 * N12: the family of the farm that comes nearest to what a site uses, first named first: the same one, else one of its
 * kind (serif, monospaced, geometric), else `fallback`. Null where the site names none. Only families that ship with
 * the farm can be drawn: a site's own files may not be used.
 */
export const nearestFamily = (
  names: readonly string[],
  families: readonly string[],
  fallback: string,
): string | null => {
  if (names.length === 0) return null;
  const same = names.flatMap((name) => families.find((family) => folded(family) === folded(name)) ?? []);
  const alike = names.flatMap((name) => classOf(name) ?? []).filter((family) => families.includes(family));
  return same[0] ?? alike[0] ?? (families.includes(fallback) ? fallback : null);
};
