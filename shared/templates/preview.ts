import { fileURLToPath } from 'node:url';
import { findTemplate } from './catalog.ts';

/**
 * Absolute path of a template's film (MP4, 640 px wide, silent), as bench/template-previews.ts drew it; null for an unknown
 * slug.
 */
export const previewPath = (slug: string): string | null =>
  findTemplate(slug)?.manifest.slug === slug ? fileURLToPath(new URL(`./previews/${slug}.mp4`, import.meta.url)) : null;
