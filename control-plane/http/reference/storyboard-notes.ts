import type { ErrorExample } from './error-examples.ts';
import type { OperationNotes } from './operation-notes.ts';

const featureMissing: ErrorExample = {
  summary: 'The plan lacks storyboard drafts',
  code: 'FEATURE_NOT_IN_PLAN',
  message: 'The plan of this account does not have storyboard_draft.',
  body: { feature: 'storyboard_draft' },
};
const unavailable: ErrorExample = {
  summary: 'The language model gave no usable draft',
  code: 'STORYBOARD_UNAVAILABLE',
  message: 'No storyboard could be written now. Nothing was charged. Try again in a minute.',
};

const parameters = { headline: 'A project planner for small teams', eyebrow: 'Planwise' };
const voiceover = 'Planwise: a project planner for small teams.';

/** What the reference says of storyboard drafts. */
export const storyboardNotes: Readonly<Record<string, OperationNotes>> = {
  'POST /ai/storyboard/draft': {
    operationId: 'draftStoryboard',
    requestExample: {
      prompt:
        'Launch video for Planwise, a project planner for small teams. It turns meeting notes into tasks. 2,000 teams use it already. Try it free at planwise.example.',
      maxScenes: 6,
      targetDurationSeconds: 30,
    },
    answer: {
      draft: {
        title: 'Planwise: A project planner for small teams',
        narrativeAngle: 'Opens with a claim and says what to do next.',
        aspectRatio: '16:9',
        totalDurationSeconds: 4.5,
        scenes: [
          {
            order: 1,
            templateId: 'tpl_big-claim',
            templateName: 'Big claim',
            storyboardRole: 'hook',
            durationSeconds: 4.5,
            voiceover,
            voiceoverBudget: { seconds: 4, maxChars: 44, maxWords: 7 },
            onScreenText: 'A project planner for small teams\nPlanwise',
            parameters,
            textSource: 'ai',
            textLayerKeys: ['headline', 'eyebrow'],
            requiresUiCapture: false,
            captureSlots: [],
            captureHint: null,
          },
        ],
      },
      createPayload: {
        title: 'Planwise: A project planner for small teams',
        scenes: [
          {
            templateId: 'tpl_big-claim',
            title: 'A project planner for small teams',
            voiceoverText: voiceover,
            parameters,
          },
        ],
      },
      notes: ["Written by the built-in planner from the prompt's own words, without a language model."],
      nextStep: 'Read the draft, change what you like, and send createPayload to POST /projects. Then publish.',
    },
    errors: { 403: [featureMissing], 503: [unavailable] },
  },
};
