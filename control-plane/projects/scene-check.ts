import { narrationBudget, narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import { type Parameters, type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { Problem } from '../http/refusal.ts';
import { joinPath } from '../http/text-check.ts';
import type { BrandValues } from './brand-fill.ts';
import { checkParameters, editableKeys, type InvalidKey, type RawParameters } from './layer-values.ts';
import { resolveLayers } from './resolve-layers.ts';

/** What a scene is checked against besides itself. */
export interface SceneSurroundings {
  readonly brand: BrandValues | null;
  readonly projectTitle: string | null;
  readonly fontFamilies: readonly string[];
}

export interface SceneToCheck {
  /** Where the scene stands in the request: `scenes[1]`, or empty where the body is the scene. */
  readonly path: string;
  readonly sceneIndex: number;
  /** Present where the scene exists already. */
  readonly sceneId?: string;
  readonly manifest: TemplateManifest;
  readonly title: string | null;
  readonly voiceoverText: string | null;
  readonly parameters: RawParameters;
  /** True where a part of the request could not be read: nothing is then called missing that may have been there. */
  readonly isPartial?: boolean;
}

/** Which scene a finding is about. */
interface SceneReference {
  readonly sceneIndex: number;
  readonly sceneId?: string;
  readonly templateId: string;
}

export interface SceneFindings {
  /** The parameters that are set; only to be used where there are no findings. */
  readonly parameters: Parameters;
  readonly problems: readonly Problem[];
  readonly invalidKeys: readonly (InvalidKey & SceneReference)[];
  readonly editableKeys: readonly string[];
  readonly missingText: readonly (SceneReference & { readonly layer: string })[];
  readonly missingBrandAssets: readonly (SceneReference & { readonly layer: string; readonly asset: 'logo' })[];
  readonly overBudget: readonly (SceneReference & { limit: number; length: number; seconds: number })[];
}

/** S40/N21: null where the narration fits the template. */
const budgetFinding = (voiceoverText: string | null, manifest: TemplateManifest) => {
  const { maxChars: limit, seconds } = narrationBudget(manifest.durationSeconds);
  const length = narrationLength(voiceoverText ?? '');
  return length > limit ? { limit, length, seconds } : null;
};

/** Everything that is wrong with one scene but its pictures, which only fetching shows (N22: all of it, not the first). */
export const checkScene = (scene: SceneToCheck, surroundings: SceneSurroundings): SceneFindings => {
  const { manifest, path, title, voiceoverText } = scene;
  const { brand, projectTitle, fontFamilies } = surroundings;
  const parametersPath = joinPath(path, 'parameters');
  const checked = checkParameters(scene.parameters, manifest, { path: parametersPath, fontFamilies });
  const resolved = resolveLayers({
    manifest,
    parameters: checked.parameters,
    images: {},
    // Made after the scene: what is pending is no problem before a publish (S60).
    captures: {},
    brand,
    texts: { sceneTitle: title, narration: voiceoverText, projectTitle },
    fontFamilies,
  });
  const reference: SceneReference = {
    sceneIndex: scene.sceneIndex,
    ...(scene.sceneId === undefined ? {} : { sceneId: scene.sceneId }),
    templateId: templateIdOf(manifest.slug),
  };
  // A value that was refused already says what is wrong with its layer.
  const hasProblem = (layer: string) => checked.problems.some(({ path: at }) => at === joinPath(parametersPath, layer));
  const isMissing = (layer: string) => scene.isPartial !== true && !hasProblem(layer);
  const missingText = resolved.missingText.filter(isMissing);
  const missingValues = resolved.missingValues.filter(
    (layer) => isMissing(layer) && !resolved.missingLogo.includes(layer),
  );
  const missingLogo = resolved.missingLogo.filter(isMissing);
  const overBudget = budgetFinding(voiceoverText, manifest);

  return {
    parameters: checked.parameters,
    problems: [
      ...checked.problems,
      ...missingText.map((layer) => ({
        path: joinPath(parametersPath, layer),
        code: 'MISSING_TEXT',
        message: `The layer "${layer}" needs a text, and there is no scene title, narration or project title to take one from.`,
      })),
      ...missingValues.map((layer) => ({
        path: joinPath(parametersPath, layer),
        code: 'MISSING_VALUE',
        message: `The layer "${layer}" needs a value.`,
      })),
      ...missingLogo.map((layer) => ({
        path: joinPath(parametersPath, layer),
        code: 'MISSING_BRAND_ASSET',
        message: `The layer "${layer}" shows the brand's logo, and the brand has none. Give the brand a logoUrl or set the layer.`,
      })),
      ...(overBudget === null
        ? []
        : [
            {
              path: joinPath(path, 'voiceoverText'),
              code: 'NARRATION_OVER_BUDGET',
              message: `The narration has ${overBudget.length} characters; the template has room for ${overBudget.limit} (${overBudget.seconds} s).`,
            },
          ]),
    ],
    invalidKeys: checked.invalidKeys.map((invalid) => ({ ...reference, ...invalid })),
    editableKeys: editableKeys(manifest),
    missingText: missingText.map((layer) => ({ ...reference, layer })),
    missingBrandAssets: missingLogo.map((layer) => ({ ...reference, layer, asset: 'logo' })),
    overBudget: overBudget === null ? [] : [{ ...reference, ...overBudget }],
  };
};
