import { z } from 'zod';
import { boxSchema } from './capture.ts';

const storedPicture = {
  /** Where the re-encoded picture (PNG or JPEG, sRGB, upright) lies in object storage. */
  storageKey: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mimeType: z.enum(['image/png', 'image/jpeg']),
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
} as const;

/**
 * A layer's value after the control plane resolved it (parameter, else brand, else fallback text, else default) and
 * stored every image. It crosses the wire to the node and is part of the input hash.
 */
export const layerValueSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('number'), number: z.number() }),
  z.strictObject({ type: z.literal('boolean'), boolean: z.boolean() }),
  z.strictObject({ type: z.literal('color'), hex: z.string().regex(/^#[0-9a-f]{6}$/) }),
  z.strictObject({ type: z.literal('option'), value: z.string() }),
  z.strictObject({ type: z.literal('font'), family: z.string() }),
  z.strictObject({
    type: z.literal('image'),
    ...storedPicture,
    /** The same mark in other colours: it stands in where this one would vanish before its ground and it would not. */
    variant: z.strictObject(storedPicture).optional(),
  }),
  z.strictObject({
    type: z.literal('capture'),
    /** The page as it was seen; its size in CSS pixels is that of the picture over `scale`. */
    page: z.strictObject(storedPicture),
    scale: z.number().positive(),
    /** The same region with the selected components hidden; null where none are selected. */
    plate: z.strictObject(storedPicture).nullable(),
    /** In the order of the selection; `box` is where its picture lies on the page, in CSS pixels. */
    components: z.array(z.strictObject({ picture: z.strictObject(storedPicture), box: boxSchema, label: z.string() })),
    /** What the address bar of a browser frame shows: host and path, never a query. */
    address: z.string(),
    title: z.string(),
  }),
]);
export type LayerValue = z.infer<typeof layerValueSchema>;
export const layerValuesSchema = z.record(z.string(), layerValueSchema);
export type LayerValues = z.infer<typeof layerValuesSchema>;

/** A picture in object storage, as layer values name it. */
export type StoredPicture = Omit<Extract<LayerValue, { type: 'image' }>, 'type' | 'variant'>;

/** Every picture that a value shows, in a fixed order. */
export const picturesOf = (value: LayerValue): StoredPicture[] => {
  if (value.type === 'image') return value.variant === undefined ? [value] : [value, value.variant];
  if (value.type !== 'capture') return [];
  return [value.page, ...(value.plate ? [value.plate] : []), ...value.components.map(({ picture }) => picture)];
};
