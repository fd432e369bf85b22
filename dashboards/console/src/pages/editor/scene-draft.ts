import { narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import type { Scene, TemplateDetail } from '@reelyard/shared/sdk/operations.gen.ts';

export type LayerMeta = TemplateDetail['layerMeta'][string];
/** null = not set: the brand, the title or the default fills it. */
export type LayerValue = string | number | boolean | null;

/** What was changed in a scene and is not saved yet. */
export interface SceneDraft {
  readonly parameters?: Readonly<Record<string, LayerValue>>;
  readonly title?: string | null;
  readonly voiceoverText?: string | null;
}

type EditableScene = Pick<Scene, 'parameters' | 'title' | 'voiceoverText' | 'voiceoverCharLimit'>;

/** Two changes as one; the later one holds. */
export const mergedDraft = (before: SceneDraft, later: SceneDraft): SceneDraft => ({
  ...before,
  ...later,
  ...(before.parameters === undefined && later.parameters === undefined
    ? {}
    : { parameters: { ...before.parameters, ...later.parameters } }),
});

/** A scene as it is with what is not saved yet. */
export const editedScene = <S extends EditableScene>(scene: S, draft: SceneDraft): S => {
  const values: Record<string, LayerValue> = { ...scene.parameters, ...draft.parameters };
  const set = Object.entries(values).filter((entry): entry is [string, string | number | boolean] => entry[1] !== null);
  return {
    ...scene,
    ...(draft.title === undefined ? {} : { title: draft.title }),
    ...(draft.voiceoverText === undefined ? {} : { voiceoverText: draft.voiceoverText }),
    parameters: Object.fromEntries(set),
  };
};

/** What of a draft is still to be saved once `sent` was: what was typed meanwhile. */
export const draftLeft = (draft: SceneDraft, sent: SceneDraft): SceneDraft => {
  const parameters = Object.entries(draft.parameters ?? {}).filter(
    ([key, value]) => !(sent.parameters && key in sent.parameters && sent.parameters[key] === value),
  );
  return {
    ...(draft.title === undefined || draft.title === sent.title ? {} : { title: draft.title }),
    ...(draft.voiceoverText === undefined || draft.voiceoverText === sent.voiceoverText
      ? {}
      : { voiceoverText: draft.voiceoverText }),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
  };
};

export const isEmptyDraft = (draft: SceneDraft): boolean => Object.keys(draft).length === 0;

const lengthOf = (text: string): number => Array.from(text).length;

/** What is wrong with a value before it is sent; null where nothing is. The API checks the same and more. */
export const valueProblem = (
  { type, validation }: Pick<LayerMeta, 'type' | 'validation'>,
  value: LayerValue,
): string | null => {
  if (value === null) return null;
  if ((type === 'text' || type === 'longText') && typeof value === 'string') {
    const { maxLength = Number.POSITIVE_INFINITY, maxLines = Number.POSITIVE_INFINITY } = validation;
    if (lengthOf(value) > maxLength) return `${lengthOf(value) - maxLength} characters too long for this layer.`;
    if (value.split('\n').length > maxLines) return `At most ${maxLines} lines fit.`;
  }
  if (type === 'color' && typeof value === 'string' && !/^#[0-9a-f]{6}$/i.test(value))
    return 'Give a colour as #rrggbb.';
  if (type === 'number' && typeof value === 'number') {
    const { min, max } = validation;
    if (min !== undefined && value < min) return `At least ${min}.`;
    if (max !== undefined && value > max) return `At most ${max}.`;
  }
  return null;
};

/** How far a narration is over what its scene has time for; null where it fits. */
export const narrationProblem = (text: string | null | undefined, limit: number): string | null => {
  const over = narrationLength(text ?? '') - limit;
  return over > 0 ? `${over} characters too long: the scene has time for ${limit}.` : null;
};

/** The part of a draft that can be sent as it is: what a field complains about waits until it is mended. */
export const sendableDraft = (
  draft: SceneDraft,
  layerMeta: Readonly<Record<string, LayerMeta>>,
  voiceoverCharLimit: number,
): SceneDraft => {
  const parameters = Object.entries(draft.parameters ?? {}).filter(([key, value]) => {
    const meta = layerMeta[key];
    return meta === undefined || valueProblem(meta, value) === null;
  });
  const { voiceoverText, title } = draft;
  return {
    ...(title === undefined ? {} : { title }),
    ...(voiceoverText === undefined || narrationProblem(voiceoverText, voiceoverCharLimit) !== null
      ? {}
      : { voiceoverText }),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
  };
};

export interface LayerGroup {
  readonly name: string;
  readonly layers: readonly { readonly key: string; readonly meta: LayerMeta }[];
}

/** The layers that one may set, by group, in the template's order; pages to capture have their own place. */
export const layerGroups = (layerMeta: Readonly<Record<string, LayerMeta>>): LayerGroup[] => {
  const layers = Object.entries(layerMeta)
    .filter(([, { locked, type }]) => !locked && type !== 'uiCapture')
    .map(([key, meta]) => ({ key, meta }))
    .sort((a, b) => a.meta.order - b.meta.order);
  const names = [...new Set(layers.map(({ meta }) => meta.group))];
  return names.map((name) => ({ name, layers: layers.filter(({ meta }) => meta.group === name) }));
};

const unfilledTitle = 'Untitled video';

/** Keys of required texts that nothing fills: neither a value, nor the scene's title or narration, nor the video's title. */
export const missingTextKeys = (
  layerMeta: Readonly<Record<string, LayerMeta>>,
  scene: Pick<Scene, 'parameters' | 'title' | 'voiceoverText'>,
  projectTitle: string,
): string[] => {
  const filler = [scene.title, scene.voiceoverText, projectTitle === unfilledTitle ? null : projectTitle];
  if (filler.some((text) => (text ?? '').trim() !== '')) return [];
  return Object.entries(layerMeta)
    .filter(
      ([key, { type, required }]) => required && (type === 'text' || type === 'longText') && !scene.parameters[key],
    )
    .map(([key]) => key);
};
