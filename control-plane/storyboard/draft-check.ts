import { narrationBudget, narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import { isTextLayer, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { Problem } from '../http/refusal.ts';
import { joinPath } from '../http/text-check.ts';
import { type DraftBrief, type DraftPlan, durationOf, type PlannedScene } from './draft-plan.ts';
import { endsAsSentence } from './sentences.ts';

/** How far a draft may go over its target: a scene more or less is no fault. */
const secondsOver = 10;

const sceneProblems = ({ manifest, voiceover, parameters }: PlannedScene, path: string): Problem[] => {
  const problems: Problem[] = [];
  const found = (at: string, code: string, message: string) =>
    problems.push({ path: joinPath(path, at), code, message });
  const { maxChars } = narrationBudget(manifest.durationSeconds);
  const length = narrationLength(voiceover);
  if (length > maxChars) {
    found(
      'voiceover',
      'NARRATION_OVER_BUDGET',
      `The narration has ${length} characters; ${manifest.slug} has room for ${maxChars}.`,
    );
  }
  if (voiceover !== '' && !endsAsSentence(voiceover)) {
    found('voiceover', 'NARRATION_CUT', 'The narration has to be complete sentences, the last one with its mark.');
  }
  for (const key of Object.keys(parameters)) {
    const layer = Object.hasOwn(manifest.layers, key) ? manifest.layers[key] : undefined;
    const isSettable =
      layer === undefined || isTextLayer(layer.type) || ['number', 'boolean', 'dropdown'].includes(layer.type);
    // Pictures would be fetched, colours and typefaces are the brand's.
    if (!isSettable)
      found(`parameters.${key}`, 'LAYER_NOT_FOR_DRAFTS', 'A draft sets texts, numbers, switches and options alone.');
  }
  return problems;
};

/** What breaks the rules of a draft, beyond those of POST /projects (S85). */
export const planProblems = (
  { scenes }: DraftPlan,
  { maxScenes, targetDurationSeconds }: Pick<DraftBrief, 'maxScenes' | 'targetDurationSeconds'>,
): Problem[] => {
  const problems = scenes.flatMap((scene, at) => sceneProblems(scene, `scenes[${at}]`));
  if (scenes.length === 0 || scenes.length > maxScenes) {
    problems.push({
      path: 'scenes',
      code: 'SCENE_COUNT',
      message: `Give 1 to ${maxScenes} scenes; these are ${scenes.length}.`,
    });
  }
  const seconds = durationOf(scenes);
  if (scenes.length > 1 && seconds > targetDurationSeconds + secondsOver) {
    const message = `The scenes last ${seconds} s; the target is ${targetDurationSeconds} s. Leave scenes out.`;
    problems.push({ path: 'scenes', code: 'TOO_LONG', message });
  }
  for (const [at, { manifest }] of scenes.entries()) {
    if (at === 0 || scenes[at - 1]?.manifest.slug !== manifest.slug) continue;
    const message = `${templateIdOf(manifest.slug)} stands twice in a row. Take another template for one of them.`;
    problems.push({ path: `scenes[${at}].templateId`, code: 'TEMPLATE_REPEATED', message });
  }
  return problems;
};

const numbersIn = (text: string): string[] =>
  (text.match(/\d[\d.,'’  ]*\d|\d/g) ?? []).map((each) => each.replaceAll(/\D/g, ''));
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * What a planner wrote that nobody told it: numbers of two digits or more, and quotes. Whether another sentence is true
 * cannot be checked; these are what a viewer takes for facts.
 */
export const inventionProblems = ({ scenes }: DraftPlan, told: string): Problem[] => {
  const known = new Set(numbersIn(told));
  const knownLetters = lettersOf(told);
  return scenes.flatMap(({ title, voiceover, parameters }, at) => {
    const texts = [
      { path: `scenes[${at}].title`, key: null, text: title },
      { path: `scenes[${at}].voiceover`, key: null, text: voiceover },
      ...Object.entries(parameters).map(([key, value]) => ({
        path: `scenes[${at}].parameters.${key}`,
        key,
        text: typeof value === 'boolean' ? '' : String(value),
      })),
    ];
    return texts.flatMap(({ path, key, text }): Problem[] => {
      const invented = numbersIn(text).find((each) => each.length > 1 && !known.has(each));
      const isInvented = key === 'quote' && !knownLetters.includes(lettersOf(text));
      return [
        ...(invented === undefined
          ? []
          : [{ path, code: 'INVENTED_NUMBER', message: `The prompt does not say ${invented}. Use only its numbers.` }]),
        ...(isInvented
          ? [{ path, code: 'INVENTED_QUOTE', message: 'Quote only what the prompt quotes, word by word.' }]
          : []),
      ];
    });
  });
};
