import type { ErrorExample } from './error-examples.ts';
import { exampleUuid } from './example-words.ts';
import type { OperationNotes } from './operation-notes.ts';

const notSpokenTwice =
  'A publish uses the take as it is, so that nothing is spoken twice. Lines, their places in the video, the voice and the speed decide which take that is.';

const unknownVoice: ErrorExample = {
  summary: 'A voice that the farm does not have',
  code: 'VOICE_NOT_FOUND',
  message: 'voiceId: There is no such voice; GET /media/voices lists them.',
  details: [
    {
      path: 'voiceId',
      code: 'VOICE_NOT_FOUND',
      message: 'There is no such voice; GET /media/voices lists them.',
    },
  ],
};
const noVoiceOfLanguage: ErrorExample = {
  summary: 'A language that no voice speaks',
  code: 'LANGUAGE_NOT_SPOKEN',
  message: 'language: No voice speaks "ja"; GET /media/voices lists them. They speak de, en, es, fr, it, nl, pl, pt.',
};
const nothingToSpeak: ErrorExample = {
  summary: 'No scene has a narration',
  code: 'NOTHING_TO_SPEAK',
  message:
    'scenes[0].voiceoverText: No scene has a voiceoverText, so there is nothing to speak. Give at least one scene one with PATCH /projects/:projectId/scenes/:sceneId.',
};
const tooLong =
  'The narration has 61 characters; the template has room for 38 (3.5 s). Shorten it with PATCH /projects/:projectId/scenes/:sceneId.';
const overBudget: ErrorExample = {
  summary: 'A line is longer than its scene',
  code: 'NARRATION_OVER_BUDGET',
  message: `scenes[0].voiceoverText: ${tooLong}`,
  details: [{ path: 'scenes[0].voiceoverText', code: 'NARRATION_OVER_BUDGET', message: tooLong }],
  body: { limit: 38, length: 61, sceneIndex: 0, seconds: 3.5 },
};

const scriptHash = '5b0c6f1de2a94837b6c5d4e3f2019a8b7c6d5e4f3a2b1c0d9e8f706152433445';
const line = { sceneId: `scn_${exampleUuid}`, position: 0, text: 'Busy is not done.', fits: true };

/** What the reference says of narration, by `METHOD /path`. */
export const narrationNotes: Readonly<Record<string, OperationNotes>> = {
  'GET /projects/{projectId}/narration': {
    operationId: 'getNarration',
    description: `Where the narration of the project stands, as its script is now. Segments are there in every state: before there is a take they tell where each line's scene lies and whether the line keeps to its budget. ${notSpokenTwice}`,
    answer: {
      ready: true,
      state: 'ready',
      message: 'The narration is ready, and the next publish uses it.',
      scriptHash,
      audioUrl: 'http://127.0.0.1:8080/storage/narration/take.flac?expires=1777888800&signature=Jx0vNq3S7c1dB5l2Zr9Wk8',
      segments: [
        {
          ...line,
          startSeconds: 0.3,
          endSeconds: 1.44,
          words: [
            { text: 'Busy', start: 0.3, end: 0.62 },
            { text: 'is', start: 0.62, end: 0.77 },
            { text: 'not', start: 0.77, end: 1.02 },
            { text: 'done.', start: 1.02, end: 1.44 },
          ],
        },
      ],
    },
  },
  'POST /projects/{projectId}/narration': {
    operationId: 'refreshNarration',
    description: `Has the narration spoken where its take is not there or has failed; with \`force\` also where it is. Costs no credits. The voice and the speed are kept for later publishes that name none. The answer is the state that GET answers: \`building\` until a node has spoken it. ${notSpokenTwice}`,
    requestExample: { language: 'en', speed: 1.1 },
    answer: {
      ready: false,
      state: 'building',
      message: 'Waiting for a render node to become free.',
      waiting: { reason: 'NODES_BUSY', jobsAhead: 0 },
      audioUrl: null,
      durationSeconds: null,
      speed: 1.1,
      scriptHash,
      segments: [{ ...line, startSeconds: 0, endSeconds: 4 }],
    },
    errors: { 400: [unknownVoice, noVoiceOfLanguage, nothingToSpeak, overBudget] },
  },
};
