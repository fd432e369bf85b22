import path from 'node:path';

export const consolePath = '/console';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.wasm': 'application/wasm',
  '.json': 'application/json; charset=utf-8',
};

export const contentTypeOf = (name: string): string =>
  contentTypes[path.extname(name).toLowerCase()] ?? 'application/octet-stream';

/** A file name as the build writes it: no folder, no dot at the beginning, no compressed twin by itself. */
export const isAssetName = (name: string): boolean =>
  /^[\w-][\w.-]{0,199}$/.test(name) && !name.includes('..') && !name.endsWith('.br');

/** Whether a browser takes brotli; `br;q=0` says that it does not. */
export const takesBrotli = (acceptEncoding: string | undefined): boolean =>
  (acceptEncoding ?? '').split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return coding === 'br' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

/**
 * What the console may do: run its own scripts and WebAssembly (the scene preview draws with it), ask this farm, show
 * stored pictures and films. No inline script, no inline style, no frame around it, and no string becomes script.
 *
 * @param mediaOrigins where stored files are read from besides the page's own origin
 */
export const contentPolicy = (mediaOrigins: readonly string[]): string => {
  // A policy cannot name an IPv6 address; such a farm's files are read by the name under which its page was opened.
  const stored = ["'self'", ...mediaOrigins.filter((origin) => !origin.includes('['))].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${stored} blob: data:`,
    `media-src ${stored} blob:`,
    `connect-src ${stored}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
};
