import { fileURLToPath } from 'node:url';
import { findTemplate } from './catalog.ts';

/** Absolute path of a template's picture (JPEG, 480 px wide), as bench/template-thumbnails.ts drew it; null for an unknown slug. */
export const thumbnailPath = (slug: string): string | null =>
  findTemplate(slug)?.manifest.slug === slug
    ? fileURLToPath(new URL(`./thumbnails/${slug}.jpg`, import.meta.url))
    : null;
