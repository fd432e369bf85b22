import type { LayerMeta } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';
import { clipped, fitting } from '../fitting.ts';
import { defineTool, reads, recordId } from '../tool.ts';

const page = z.int().min(1).default(1);
const moreOf = (shown: number, total: number, pageNumber: number, limit: number): string | null => {
  const before = (pageNumber - 1) * limit;
  if (before + shown >= total) return null;
  return shown === limit
    ? `${before + shown} of ${total}: ask for page ${pageNumber + 1}.`
    : `Cut to what fits: ask with limit ${Math.max(1, shown)}, then for the next pages.`;
};

const listTemplates = defineTool({
  name: 'video_list_templates',
  title: 'List templates',
  description: 'Finds scene templates. All scenes of a project share one aspectRatio. Free.',
  hints: reads,
  input: z.strictObject({
    aspectRatio: z.enum(['16:9', '16:12']).optional(),
    category: z.string().optional(),
    search: z.string().optional().describe('Words that must all occur'),
    beat: z.enum(['hook', 'problem', 'solution', 'proof', 'cta', 'transition']).optional(),
    requiresUiCapture: z.boolean().optional().describe('true: shows a captured web page'),
    limit: z.int().min(1).max(100).default(20),
    page,
  }),
  output: z.object({
    templates: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        bestUsedAs: z.string(),
        beats: z.array(z.string()),
        aspectRatio: z.string(),
        seconds: z.number(),
        maxChars: z.int().describe('Narration limit'),
        requiresUiCapture: z.boolean(),
      }),
    ),
    total: z.int(),
    more: z.string().nullable(),
  }),
  async run({ requiresUiCapture, ...query }, { api }) {
    const { data, meta } = await api.listTemplates({
      ...query,
      ...(requiresUiCapture === undefined ? {} : { requiresUiCapture: requiresUiCapture ? 'true' : 'false' }),
    });
    const templates = fitting(
      data.templates.map(({ slug, name, storyboard, aspectRatio, durationSeconds, voiceover, ...rest }) => ({
        slug,
        name,
        bestUsedAs: storyboard.bestUsedAs,
        beats: [...storyboard.fitsBeats],
        aspectRatio,
        seconds: durationSeconds,
        maxChars: voiceover.maxChars,
        requiresUiCapture: rest.requiresUiCapture,
      })),
    );
    const total = meta.pagination?.total ?? templates.length;
    const more = moreOf(templates.length, total, query.page, query.limit);
    const names = templates.map(({ slug, beats }) => `${slug} (${beats.join('/')})`).join(', ');
    return { structured: { templates, total, more }, summary: `${total} templates. ${more ?? ''} ${names}` };
  },
});

const fieldSchema = z.object({
  key: z.string(),
  type: z.string(),
  description: z.string(),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  limits: z.record(z.string(), z.unknown()).optional(),
  options: z.array(z.string()).optional(),
  fromBrand: z.string().optional().describe('Filled from the brand when unset'),
});

const fieldOf = ([key, layer]: [string, LayerMeta]): z.input<typeof fieldSchema> => ({
  key,
  type: layer.type,
  description: clipped(layer.description, 160),
  required: layer.required,
  default: typeof layer.defaultValue === 'string' ? clipped(layer.defaultValue, 160) : layer.defaultValue,
  ...(Object.keys(layer.validation).length > 0 ? { limits: layer.validation } : {}),
  ...(layer.options ? { options: layer.options.map(({ value }) => value) } : {}),
  ...(layer.brandRole ? { fromBrand: layer.brandRole } : {}),
});

const getTemplate = defineTool({
  name: 'video_get_template',
  title: 'Read a template',
  description: 'The fields that scenes[].parameters may set, their limits, capture slots, and an example scene. Free.',
  hints: reads,
  input: z.strictObject({ template: recordId.describe('slug or id') }),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    aspectRatio: z.string(),
    seconds: z.number(),
    voiceover: z.object({ seconds: z.number(), maxChars: z.int(), maxWords: z.int() }),
    fields: z.array(fieldSchema),
    captureSlots: z.array(z.object({ key: z.string(), kind: z.string(), stillImageAllowed: z.boolean() })),
    exampleScene: z.object({ templateId: z.string(), parameters: z.record(z.string(), z.unknown()) }),
    fieldsLeftOut: z.array(z.string()).describe('Keys that did not fit'),
  }),
  async run({ template }, { api }) {
    const { data } = await api.getTemplate({ id: template });
    const open = Object.entries(data.layerMeta as Record<string, LayerMeta>)
      .filter(([, layer]) => !layer.locked)
      .toSorted(([, a], [, b]) => a.order - b.order)
      .map(fieldOf);
    const fields = fitting(open, 5_000);
    const example = fields.filter((field) => field.required && field.default !== null).slice(0, 6);
    const { slug, name, description, aspectRatio, durationSeconds, voiceover, uiCaptureSlots } = data;
    return {
      structured: {
        slug,
        name,
        description: clipped(description, 300),
        aspectRatio,
        seconds: durationSeconds,
        voiceover,
        fields,
        captureSlots: uiCaptureSlots.map(({ key, kind, wholePageBackground }) => ({
          key,
          kind,
          stillImageAllowed: wholePageBackground,
        })),
        exampleScene: {
          templateId: slug,
          parameters: Object.fromEntries(example.map((field) => [field.key, field.default])),
        },
        fieldsLeftOut: open.slice(fields.length).map(({ key }) => key),
      },
      summary: `${slug}: ${durationSeconds} s, ${aspectRatio}, narration up to ${voiceover.maxChars} characters. Fields: ${fields
        .map((field) => `${field.key}${field.required ? '*' : ''} (${field.type})`)
        .join(', ')}.`,
    };
  },
});

const listMedia = defineTool({
  name: 'video_list_media',
  title: 'List music or voices',
  description: 'Ids for musicTrackId (kind music) or voiceId (kind voice). Free.',
  hints: reads,
  input: z.strictObject({
    kind: z.enum(['music', 'voice']),
    query: z.string().optional().describe('Music: words of title, tone or genre'),
    language: z.string().optional().describe('Voices: en or en-GB'),
    limit: z.int().min(1).max(100).default(20),
    page,
  }),
  output: z.object({
    media: z.array(z.object({ id: z.string(), name: z.string(), about: z.string(), sampleUrl: z.string().nullable() })),
    total: z.int(),
    more: z.string().nullable(),
  }),
  async run({ kind, query, language, ...paging }, { api }) {
    const listed = async () => {
      if (kind === 'music') {
        const { data, meta } = await api.listMusic({ query, ...paging });
        const entries = data.tracks.map(({ id, title, tones, genres, durationSeconds, previewUrl }) => ({
          id,
          name: title,
          about: [...tones, ...genres, `${durationSeconds} s`].join(', '),
          sampleUrl: previewUrl,
        }));
        return { entries, total: meta.pagination?.total ?? entries.length };
      }
      const { data, meta } = await api.listVoices({ language, ...paging });
      const entries = data.voices.map(({ id, name, locale, gender, style, sampleUrl }) => ({
        id,
        name,
        about: [locale, gender, style].join(', '),
        sampleUrl,
      }));
      return { entries, total: meta.pagination?.total ?? entries.length };
    };
    const { entries, total } = await listed();
    const media = fitting(entries);
    const more = moreOf(media.length, total, paging.page, paging.limit);
    const names = media.map(({ id, about }) => `${id} (${about})`).join('; ');
    return { structured: { media, total, more }, summary: `${total} found. ${more ?? ''} ${names}` };
  },
});

export const libraryTools = [listTemplates, getTemplate, listMedia];
