import type { LayerMeta, TemplateManifest } from '@reelyard/shared/contracts/template.ts';

type LayerPart = Partial<LayerMeta> & Pick<LayerMeta, 'type'>;

/** A manifest whose layers say only what a test is about. */
export const manifestWith = (
  layers: Readonly<Record<string, LayerPart>>,
  more: Partial<TemplateManifest> = {},
): TemplateManifest => ({
  slug: 'sample',
  version: 1,
  createdAt: '2026-03-01',
  updatedAt: '2026-03-02',
  locales: ['en'],
  name: 'Sample',
  description: 'A template of the tests',
  category: 'Hook',
  tags: [],
  aspectRatio: '16:9',
  durationSeconds: 5,
  fps: 30,
  storyboard: { bestUsedAs: 'opening', fitsBeats: ['hook'] },
  layers: Object.fromEntries(
    Object.entries(layers).map(([key, layer], order) => [
      key,
      {
        label: key,
        description: key,
        defaultValue: null,
        required: false,
        locked: false,
        group: 'Text',
        order,
        validation: {},
        ...layer,
      },
    ]),
  ),
  captureSlots: [],
  soundCues: [],
  posterAtSeconds: 0,
  fonts: [],
  ...more,
});
