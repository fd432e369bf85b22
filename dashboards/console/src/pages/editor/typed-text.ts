const collapsed = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ');

/** Whether the farm keeps `typed` as `kept`: blanks at the ends and in a row are dropped, a number loses its last dot and noughts. */
export const saysTheSame = (typed: string, kept: string): boolean =>
  collapsed(typed) === collapsed(kept) ||
  (typed.trim() !== '' && kept.trim() !== '' && Number(typed) === Number(kept) && /^-?[\d.]+$/.test(typed.trim()));
