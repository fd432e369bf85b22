const header = /^data:(?<type>[a-z0-9.+-]+\/[a-z0-9.+-]+)?(?<parameters>(?:;[a-z0-9=._-]+)*?)(?<base64>;base64)?,/i;
const base64Text = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Null where `uri` is not a data URI; its bytes, or null bytes where the text after the comma cannot be decoded. */
export const bytesOfDataUri = (uri: string): { readonly bytes: Buffer | null } | null => {
  if (!/^data:/i.test(uri)) return null;
  const match = header.exec(uri.slice(0, 256));
  if (match === null) return { bytes: null };
  const text = uri.slice(match[0].length);
  if (match.groups?.['base64'] !== undefined) {
    const compact = text.replaceAll(/\s/g, '').replaceAll('%3D', '=').replaceAll('%2B', '+').replaceAll('%2F', '/');
    return { bytes: base64Text.test(compact) ? Buffer.from(compact, 'base64') : null };
  }
  try {
    return { bytes: Buffer.from(decodeURIComponent(text), 'utf8') };
  } catch {
    return { bytes: null };
  }
};
