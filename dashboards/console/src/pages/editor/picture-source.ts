/** What a picture layer is set to, as far as the console can show it. */
export type PictureSource =
  | { readonly kind: 'none' }
  /** Bytes in the value itself. */
  | { readonly kind: 'inline'; readonly src: string }
  /** An address elsewhere: the console shows no pictures of other sites, so only its host is told. */
  | { readonly kind: 'remote'; readonly host: string; readonly address: string };

export const pictureSourceOf = (value: unknown): PictureSource => {
  if (typeof value !== 'string' || value === '') return { kind: 'none' };
  if (/^data:image\//i.test(value)) return { kind: 'inline', src: value };
  try {
    return { kind: 'remote', host: new URL(value).host, address: value };
  } catch {
    return { kind: 'remote', host: value.slice(0, 60), address: value };
  }
};
