import { narrationBudget, narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import { expect, it } from 'vitest';
import { sampleScenes } from './sample-project.ts';

it('shows what the library can do: at least four templates of one aspect ratio', () => {
  const manifests = sampleScenes.map(({ templateId }) => findTemplate(templateId)?.manifest);
  expect(manifests).not.toContain(undefined);
  expect(new Set(manifests.map((manifest) => manifest?.slug)).size).toBeGreaterThanOrEqual(4);
  expect(new Set(manifests.map((manifest) => manifest?.aspectRatio))).toEqual(new Set(['16:9']));
});

it.each(sampleScenes)(
  'fits the template $templateId: layers it has, values they take, narration in its budget',
  (scene) => {
    const manifest = findTemplate(scene.templateId)?.manifest;
    const problems = Object.entries(scene.parameters).flatMap(([key, value]) => {
      const layer = manifest?.layers[key];
      if (layer === undefined || layer.locked) return [`${key}: no such layer`];
      const { maxLength = Number.POSITIVE_INFINITY } = layer.validation;
      if (typeof value === 'string' && Array.from(value).length > maxLength)
        return [`${key}: longer than ${maxLength}`];
      if (layer.options !== undefined && !layer.options.some((option) => option.value === value))
        return [`${key}: no option ${value}`];
      return [];
    });
    expect(problems).toEqual([]);
    const missing = Object.entries(manifest?.layers ?? {}).filter(
      ([key, layer]) => layer.required && !(key in scene.parameters),
    );
    expect(missing.map(([key]) => key)).toEqual([]);
    expect(narrationLength(scene.voiceoverText)).toBeLessThanOrEqual(
      narrationBudget(manifest?.durationSeconds ?? 0).maxChars,
    );
  },
);
