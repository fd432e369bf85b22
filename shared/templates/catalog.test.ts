import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { beats, frameCountOf, isImageLayer, isTextLayer, manifestSchema, templateIdOf } from '../contracts/template.ts';
import { findTemplate, getTemplate, templates } from './catalog.ts';
import { previewPath } from './preview.ts';
import type { Bindings, CaptureBinding, LottieLayer, LottieScene, Template } from './template.ts';
import { colorRoles, lineSlotCount } from './template.ts';
import { thumbnailPath } from './thumbnail.ts';

const named = templates.map((template) => [template.manifest.slug, template] as const);

const blocksOf = (bindings: Bindings) =>
  bindings.stacks.flatMap((stack) => stack.items.flatMap((item) => (item.kind === 'text' ? [item.block] : [])));

const allLayers = (scene: LottieScene): LottieLayer[] => [
  ...scene.layers,
  ...scene.assets.flatMap((asset) => asset.layers ?? []),
];

const partSlots = (capture: CaptureBinding): string[] =>
  Array.from({ length: capture.partCount }, (_, index) => `${capture.name}.part.${index + 1}`);

/** Every slot that the engine fills for a captured page. */
const captureSlots = (capture: CaptureBinding): string[] => [
  ...['page', 'camera', 'zoom'].map((slot) => `${capture.name}.${slot}`),
  ...(capture.address === null ? [] : [`${capture.name}.address`, `${capture.name}.address.place`]),
  ...partSlots(capture).flatMap((part) =>
    ['', '.inset', '.move', '.zoom', '.shadow', '.shadow.inset'].map((slot) => `${part}${slot}`),
  ),
];

/** Every name that a layer may need, as the engine works it out from the bindings. */
const partsOf = ({ bindings }: Template): Set<string> =>
  new Set([
    ...blocksOf(bindings).flatMap((block) => [
      block.name,
      ...Array.from({ length: lineSlotCount(block) }, (_, index) => `${block.name}.${index + 1}`),
    ]),
    ...bindings.images.flatMap(({ name }) => [name, `!${name}`]),
    ...bindings.captures.flatMap((capture) => [
      capture.name,
      `${capture.name}.parts`,
      `${capture.name}.address`,
      ...partSlots(capture),
    ]),
    ...bindings.counters.map(({ name }) => name),
    ...bindings.toggles.map(({ name }) => name),
    ...bindings.flows.flatMap((flow) => [flow.name, ...flow.items.map((item) => item.name)]),
  ]);

describe('the catalog', () => {
  it('has one entry for each slug and version', () => {
    const keys = templates.map(({ manifest }) => `${manifest.slug}@${manifest.version}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('S8: a template is found by id and by slug', () => {
    for (const template of templates) {
      expect(findTemplate(template.manifest.slug)).toBe(template);
      expect(findTemplate(templateIdOf(template.manifest.slug))).toBe(template);
      expect(getTemplate(template.manifest.slug, template.manifest.version)).toBe(template);
    }
    expect(findTemplate('no-such-template')).toBeNull();
    expect(() => getTemplate('big-claim', 999)).toThrow(/not in the catalog/u);
  });

  it.each(['16:9', '16:12'])('S10: serves every beat of a story in %s', (ratio) => {
    const ofRatio = templates.filter(({ manifest }) => manifest.aspectRatio === ratio);
    expect(new Set(ofRatio.flatMap(({ manifest }) => manifest.storyboard.fitsBeats))).toEqual(new Set(beats));
  });

  it('N6: uses the layer types that the engine draws', () => {
    const types = new Set(templates.flatMap(({ manifest }) => Object.values(manifest.layers).map(({ type }) => type)));
    for (const type of [
      'text',
      'longText',
      'color',
      'logo',
      'image',
      'avatar',
      'dropdown',
      'number',
      'boolean',
      'font',
      'uiCapture',
    ] as const) {
      expect(types).toContain(type);
    }
  });
});

describe.each(named)('template %s', (_slug, template) => {
  const { manifest, bindings } = template;
  const scene = template.scene();

  it('has a manifest of the contract', () => {
    expect(manifestSchema.parse(manifest)).toEqual(manifest);
  });

  it('runs four to seven seconds, with its poster and its sounds inside', () => {
    expect(manifest.durationSeconds).toBeGreaterThanOrEqual(4);
    expect(manifest.durationSeconds).toBeLessThanOrEqual(7);
    expect(manifest.posterAtSeconds).toBeLessThan(manifest.durationSeconds);
    for (const cue of manifest.soundCues) expect(cue.atSeconds).toBeLessThan(manifest.durationSeconds);
    expect(scene.op).toBe(frameCountOf(manifest));
  });

  it('binds layers that exist and have the right type', () => {
    const layerOf = (key: string) => {
      const layer = manifest.layers[key];
      if (layer === undefined) throw new Error(`no layer ${key}`);
      return layer;
    };
    for (const block of blocksOf(bindings)) expect(isTextLayer(layerOf(block.layer).type), block.name).toBe(true);
    for (const image of bindings.images) expect(isImageLayer(layerOf(image.layer).type), image.name).toBe(true);
    for (const capture of bindings.captures) expect(layerOf(capture.layer).type).toBe('uiCapture');
    for (const counter of bindings.counters) expect(layerOf(counter.layer).type).toBe('number');
    for (const toggle of bindings.toggles) expect(['boolean', 'dropdown']).toContain(layerOf(toggle.layer).type);
    for (const flow of bindings.flows) for (const item of flow.items) expect(layerOf(item.layer).type).toBe('text');
    expect(layerOf(bindings.theme.style).type).toBe('dropdown');
    expect(layerOf(bindings.theme.primary).type).toBe('color');
    expect(layerOf(bindings.theme.secondary).type).toBe('color');
    expect(layerOf(bindings.theme.font).type).toBe('font');
  });

  it('draws every layer of its manifest', () => {
    const bound = new Set([
      ...blocksOf(bindings).map(({ layer }) => layer),
      ...bindings.images.map(({ layer }) => layer),
      ...bindings.captures.map(({ layer }) => layer),
      ...bindings.counters.flatMap((one) => [one.layer, one.prefixLayer, one.suffixLayer, one.decimalsLayer]),
      ...bindings.toggles.map(({ layer }) => layer),
      ...Object.values(bindings.theme),
    ]);
    for (const key of Object.keys(manifest.layers)) expect(bound, key).toContain(key);
  });

  it('has a slot in the scene for everything that is bound', () => {
    const slots = new Set(Object.keys(scene.slots));
    const roots = new Set(allLayers(scene).map((layer) => layer.nm));
    for (const block of blocksOf(bindings)) {
      for (let line = 1; line <= lineSlotCount(block); line++) {
        for (const slot of ['', '.place', '.inset']) expect(slots).toContain(`${block.name}.${line}${slot}`);
      }
    }
    for (const { name } of bindings.images) expect(slots).toContain(name);
    for (const capture of bindings.captures) for (const slot of captureSlots(capture)) expect(slots).toContain(slot);
    for (const name of Object.keys(bindings.gradients)) expect(slots).toContain(`gradient.${name}`);
    for (const stack of bindings.stacks) {
      for (const item of stack.items) if (item.kind === 'part') expect(slots).toContain(`${item.name}.place`);
      for (const plate of stack.plates) expect(slots).toContain(`${plate.name}.size`);
    }
    for (const flow of bindings.flows) for (const item of flow.items) expect(roots).toContain(item.name);
  });

  it('has no slot that nothing fills', () => {
    const parts = partsOf(template);
    const plates = bindings.stacks.flatMap((stack) => stack.plates.map(({ name }) => name));
    const items = bindings.stacks.flatMap((stack) =>
      stack.items.map((item) => (item.kind === 'part' ? item.name : '')),
    );
    const steps = bindings.counters.flatMap((one) =>
      Array.from({ length: one.endFrame - one.startFrame + 1 }, (_, step) => `${one.name}.${step}`),
    );
    const filled = (slot: string): boolean => {
      if (bindings.captures.some((capture) => captureSlots(capture).includes(slot))) return true;
      if (slot.startsWith('color.')) return colorRoles.some((role) => slot === `color.${role}`);
      if (slot.startsWith('gradient.')) return slot.slice('gradient.'.length) in bindings.gradients;
      const owner = slot.replace(/\.(?:place|inset|size|left|half)$/u, '');
      return parts.has(owner) || plates.includes(owner) || items.includes(owner) || steps.includes(owner);
    };
    expect(Object.keys(scene.slots).filter((slot) => !filled(slot))).toEqual([]);
  });

  it('needs only parts that can be shown', () => {
    const parts = partsOf(template);
    for (const layer of allLayers(scene)) if (layer.needs !== undefined) expect(parts).toContain(layer.needs);
  });

  it('S12, S13, S39: describes every captured page as a slot and as a locked layer', () => {
    const locked = Object.entries(manifest.layers).flatMap(([key, { type }]) => (type === 'uiCapture' ? [key] : []));
    expect(manifest.captureSlots.map(({ key }) => key)).toEqual(locked);
    for (const key of locked) expect(manifest.layers[key]?.locked).toBe(true);
    for (const capture of bindings.captures) {
      const slot = manifest.captureSlots.find(({ key }) => key === capture.layer);
      expect(slot?.maxComponents).toBe(capture.partCount);
      expect(slot?.scrolls).toBe(capture.camera.kind === 'scroll');
    }
  });

  it('S46: has a required text, and its optional texts stay blank unless they are set', () => {
    const texts = Object.values(manifest.layers).filter(({ type }) => isTextLayer(type));
    expect(texts.some(({ required }) => required)).toBe(true);
    for (const text of texts) {
      expect(text.defaultValue).toBe(text.required ? null : '');
      expect(text.validation.maxLength).toBeGreaterThan(0);
    }
  });

  it('N5: has its picture and its film for a list', () => {
    for (const path of [thumbnailPath(manifest.slug), previewPath(manifest.slug)]) {
      expect(statSync(path ?? '').size).toBeGreaterThan(2_000);
    }
    expect(previewPath(`${manifest.slug}-unknown`)).toBeNull();
  });

  it('is the same data every time', () => {
    expect(JSON.stringify(template.scene())).toBe(JSON.stringify(scene));
  });
});
