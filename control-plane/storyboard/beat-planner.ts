import { narrationBudget } from '@reelyard/shared/contracts/narration-budget.ts';
import type { Beat, Parameters, TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import { angleOf, bestCast, type CastPiece } from './beats.ts';
import type { DraftBrief, DraftPlan, PlannedScene } from './draft-plan.ts';
import { type PromptFacts, promptFacts } from './prompt-facts.ts';
import { parametersOf } from './scene-content.ts';
import { asPhrase, collapsed, cutAtWord, fittingHead, lengthOf, lineWithin, plainText } from './sentences.ts';
import { storyOf } from './story.ts';
import { mainTextKey } from './template-shape.ts';

const maxTitle = 80;

/** How many scenes should show a captured page: as many as there can be, one or two where there is a site, or none. */
const pageScenesOf = ({ captureUi, websiteUrl, maxScenes }: DraftBrief): number => {
  if (captureUi === true) return Math.min(4, Math.max(1, Math.floor(maxScenes / 2)));
  if (captureUi === false || websiteUrl === null) return 0;
  return maxScenes > 8 ? 2 : 1;
};

const titleOf = ({ name, tagline, statements }: PromptFacts, prompt: string): string => {
  const about = tagline === null ? null : asPhrase(tagline);
  if (name !== null) {
    const both = about === null ? name : `${name}: ${about}`;
    return lengthOf(both) <= maxTitle ? both : name;
  }
  const text = asPhrase(statements[0]?.text ?? '') || collapsed(plainText(prompt)) || collapsed(prompt);
  return fittingHead(text, maxTitle) ?? cutAtWord(text, maxTitle);
};

/** The opening and the call to act stand out on the brand's own colour; what lies between is calm. */
const styleOf = (beat: Beat, manifest: TemplateManifest): Parameters => {
  const wanted = beat === 'hook' ? 'gradient' : beat === 'cta' ? 'brand' : null;
  const options = manifest.layers['style']?.options ?? [];
  return wanted !== null && options.some(({ value }) => value === wanted) ? { style: wanted } : {};
};

/** The same words in other letters are the same line. */
const keyOf = (line: string): string => line.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const scenesOf = (cast: readonly CastPiece[], fallback: string): PlannedScene[] => {
  const said = new Set<string>();
  const lineOf = ({ piece, manifest }: CastPiece): string => {
    const limit = narrationBudget(manifest.durationSeconds).maxChars;
    for (const candidate of piece.lines) {
      const line = lineWithin(candidate, limit);
      if (line === null || said.has(keyOf(line))) continue;
      said.add(keyOf(line));
      return line;
    }
    return '';
  };
  return cast.map((each): PlannedScene => {
    const { piece, manifest, beat } = each;
    const headline = piece.content.headline === '' ? fallback : piece.content.headline;
    const parameters = { ...parametersOf(manifest, { ...piece.content, headline }), ...styleOf(beat, manifest) };
    const main = mainTextKey(manifest);
    const shown = main === null ? headline : String(parameters[main] ?? headline);
    return { manifest, beat, title: cutAtWord(shown, 200), voiceover: lineOf(each), parameters };
  });
};

/**
 * A draft from the prompt's own words, without a language model: the same brief makes the same draft, on any machine.
 * Nothing is claimed that the prompt does not say. No scenes where no template of the ratio shows words.
 */
export const planByBeats = (brief: DraftBrief): DraftPlan => {
  const { prompt, brandName, websiteUrl, templates, maxScenes, targetDurationSeconds } = brief;
  const facts = promptFacts(prompt, { name: brandName, websiteUrl });
  const story = storyOf(facts, { templates, pageScenes: pageScenesOf(brief) });
  const cast = bestCast(story, templates, { maxScenes, targetDurationSeconds });
  const title = titleOf(facts, prompt);
  const scenes = scenesOf(cast, title);
  return { title, narrativeAngle: angleOf(scenes.map(({ beat }) => beat)), scenes };
};
