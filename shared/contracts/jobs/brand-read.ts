import { z } from 'zod';
import { capturedFileSchema, pageFactsSchema } from '../capture.ts';
import { defineJob } from './define-job.ts';

const hexSchema = z.string().regex(/^#[0-9a-f]{6}$/);

/** A website -> what it shows of its brand (S20, N12). What of it is used is the control plane's rule. */
export const brandRead = defineJob({
  kind: 'brand.read',
  runsOn: 'capture',
  payload: z.strictObject({ brandReadId: z.string(), url: z.string() }),
  result: z.strictObject({
    page: pageFactsSchema,
    /** Names that the site gives itself, most trusted first (structured data, og:site_name, title, …). */
    names: z.array(z.strictObject({ source: z.string(), name: z.string().max(200) })),
    description: z.string().max(1_000).nullable(),
    /** Drawn by the browser from whatever the site has (SVG, PNG, …); null where there is none worth using. */
    logo: capturedFileSchema.nullable(),
    /** The logo for dark ground, where the site has one. */
    logoDark: capturedFileSchema.nullable(),
    icon: capturedFileSchema.nullable(),
    /** Colours with the share of the page's weight that they have, and what wears them. */
    colors: z.array(
      z.strictObject({
        hex: hexSchema,
        share: z.number().min(0).max(1),
        worn: z.enum(['themeColor', 'button', 'link', 'heading', 'background', 'text', 'logo', 'accent']),
      }),
    ),
    /** Font families as the page uses them, most used first. */
    fonts: z.strictObject({ heading: z.array(z.string().max(100)), body: z.array(z.string().max(100)) }),
    /** Words for the tone rule: headlines and calls to action. */
    phrases: z.array(z.string().max(300)).max(40),
    timingsMs: z.strictObject({ open: z.number(), read: z.number(), upload: z.number(), total: z.number() }),
  }),
  reads: () => [],
  writes: ['logo', 'logoDark', 'icon'],
  leaseSeconds: 15,
  maxAttempts: 2,
  maxRunSeconds: 60,
});
