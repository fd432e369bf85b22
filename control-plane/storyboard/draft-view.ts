import { narrationBudget } from '@reelyard/shared/contracts/narration-budget.ts';
import { isTextLayer, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import { templateView } from '../templates/template-view.ts';
import type { CreatePayload, DraftAnswer } from './draft-bodies.ts';
import { type DraftBrief, type DraftPlan, durationOf, type PlannedScene } from './draft-plan.ts';
import { asPhrase } from './sentences.ts';
import { mainTextKey, textKeys } from './template-shape.ts';

/** What a draft says of its brand: as POST /projects takes it. */
export type DraftBrand = Pick<CreatePayload, 'brand' | 'brandId'>;

/** S85: the body of POST /projects. */
export const createPayloadOf = ({ title, scenes }: DraftPlan, brand: DraftBrand): CreatePayload => ({
  title,
  ...brand,
  scenes: scenes.map(({ manifest, title: sceneTitle, voiceover, parameters }) => ({
    templateId: templateIdOf(manifest.slug),
    ...(sceneTitle === '' ? {} : { title: sceneTitle }),
    ...(voiceover === '' ? {} : { voiceoverText: voiceover }),
    parameters,
  })),
});

type DraftScene = DraftAnswer['draft']['scenes'][number];

/** What the text layers of a scene show, those that are left to fill from the title or the narration included (S46). */
const shownTexts = ({ manifest, title, voiceover, parameters }: PlannedScene) => {
  const main = mainTextKey(manifest);
  const written = textKeys(manifest).filter((key) => typeof parameters[key] === 'string' && parameters[key] !== '');
  const isWritten = main === null || written.includes(main);
  const filled = title === '' ? voiceover : title;
  const keys = isWritten ? written : [main, ...written];
  const textSource: DraftScene['textSource'] = isWritten ? 'ai' : title === '' ? 'narration' : 'title';
  return { keys, textSource, texts: keys.map((key) => String(parameters[key] ?? filled)) };
};

const hintOf = ({ manifest, title }: PlannedScene, websiteUrl: string | null): string | null => {
  const [slot] = manifest.captureSlots;
  if (slot === undefined) return null;
  const about = asPhrase(title);
  const where = websiteUrl === null ? 'a page' : `${websiteUrl} or a page below it`;
  const what = slot.kind === 'components' && slot.minComponents > 0 ? ', and its best part in focus' : '';
  return `Capture ${where} that shows "${about}"${what}: POST /projects/{projectId}/scenes/{sceneId}/auto-capture after the project is created.`;
};

const sceneView = (scene: PlannedScene, at: number, websiteUrl: string | null): DraftScene => {
  const { manifest, beat, voiceover, parameters } = scene;
  const { keys, textSource, texts } = shownTexts(scene);
  const { requiresUiCapture, uiCaptureSlots } = templateView(manifest, { thumbnailUrl: '', previewVideoUrl: '' });
  return {
    order: at + 1,
    templateId: templateIdOf(manifest.slug),
    templateName: manifest.name,
    storyboardRole: beat,
    durationSeconds: manifest.durationSeconds,
    voiceover,
    voiceoverBudget: narrationBudget(manifest.durationSeconds),
    onScreenText: texts.join('\n'),
    parameters: { ...parameters },
    textSource,
    textLayerKeys: keys.filter((key) => isTextLayer(manifest.layers[key]?.type ?? 'color')),
    requiresUiCapture,
    captureSlots: uiCaptureSlots,
    captureHint: hintOf(scene, websiteUrl),
  };
};

const numbersOf = (scenes: readonly DraftScene[]): string => scenes.map(({ order }) => order).join(', ');

/** How far from the target a draft may end without a word about it. */
const nearSeconds = 6;

/** Who wrote the draft. */
export type PlannerName = 'model' | 'beats';
const authors: Readonly<Record<PlannerName, string>> = {
  model: 'Written by the language model that this farm is set up with. Read it before you publish.',
  beats: "Written by the built-in planner from the prompt's own words, without a language model.",
};

export interface DraftContext {
  readonly brief: DraftBrief;
  readonly brand: DraftBrand;
  readonly planner: PlannerName;
  /** What else has to be said: a limit that was lowered, a brand that decides over another. */
  readonly remarks: readonly string[];
}

/** S85. */
export const draftAnswer = (plan: DraftPlan, { brief, brand, planner, remarks }: DraftContext): DraftAnswer => {
  const scenes = plan.scenes.map((scene, at) => sceneView(scene, at, brief.websiteUrl));
  const totalDurationSeconds = durationOf(plan.scenes);
  const captures = scenes.filter(({ requiresUiCapture }) => requiresUiCapture);
  const silent = scenes.filter(({ voiceover }) => voiceover === '');
  const isShort = totalDurationSeconds < brief.targetDurationSeconds - nearSeconds;
  const isFull = scenes.length >= brief.maxScenes;
  const shortBecause = isFull
    ? `More than ${brief.maxScenes} scenes were not asked for; raise maxScenes for a longer one.`
    : 'The prompt has no more to tell; write more facts into it for a longer one.';
  const notes = [
    authors[planner],
    ...remarks,
    ...(isShort
      ? [`The video lasts ${totalDurationSeconds} s of ${brief.targetDurationSeconds} s. ${shortBecause}`]
      : []),
    ...(silent.length === 0
      ? []
      : [`Without narration, because nothing of the prompt fits in a sentence: ${numbersOf(silent)}.`]),
    ...(planner === 'beats' && brief.brandVoice !== null
      ? ['The built-in planner keeps the words of the prompt; brandVoice does not change them.']
      : []),
  ];
  const capture = captures.length === 0 ? '' : ` Then capture a page for each of the scenes ${numbersOf(captures)}.`;
  return {
    draft: {
      title: plan.title,
      narrativeAngle: plan.narrativeAngle,
      aspectRatio: brief.aspectRatio,
      totalDurationSeconds,
      scenes,
    },
    createPayload: createPayloadOf(plan, brand),
    notes,
    nextStep: `Read the draft, change what you like, and send createPayload to POST /projects.${capture} Then publish.`,
  };
};
