import type { ErrorExample } from './error-examples.ts';
import { exampleUuid } from './example-words.ts';
import type { OperationNotes } from './operation-notes.ts';

export const publishRunning: ErrorExample = {
  summary: 'A publish with other options is running',
  code: 'PUBLISH_IN_PROGRESS',
  message: 'This project is being published with other options. Wait for it or cancel it.',
  body: {
    requestId: 'pub_019aa2f1c3d47b6e8f00a1b2c3d4e5f6',
    statusUrl: '/projects/prj_019aa2f1c3d47b6e8f00a1b2c3d4e5f6/publish/status',
  },
};
const sandboxAllowance: ErrorExample = {
  summary: 'The allowance of test keys is used up for today',
  code: 'SANDBOX_SCENE_RENDERS',
  message: 'Test keys have 20 scene renders a day; 19 are used and this needs 3.',
  body: { limit: 20, used: 19, requested: 3, resetsAt: '2026-05-05T00:00:00.000Z' },
};
const qualityNotInPlan: ErrorExample = {
  summary: 'The quality is above the plan',
  code: 'QUALITY_NOT_IN_PLAN',
  message: '1080p is not available on the Free plan; it makes videos up to 720p.',
};
const featureNotInPlan: ErrorExample = {
  summary: 'The plan lacks a feature',
  code: 'FEATURE_NOT_IN_PLAN',
  message: '4K needs the plan feature export_4k, which the Free plan lacks.',
};

const planLimitReached: ErrorExample = {
  summary: 'A web session is over what its plan has in a month',
  code: 'PLAN_LIMIT_REACHED',
  message:
    'The plan has 30 scene renders a month in the web app; 29 are used and this needs 3. Get more at https://farm.example/billing.',
  body: {
    feature: 'scene_render',
    limit: 30,
    topUp: 0,
    used: 29,
    requested: 3,
    resetsAt: '2026-06-01T00:00:00.000Z',
    topUpUrl: 'https://farm.example/billing',
  },
};

/** Of everything that renders. */
export const publishErrors = {
  400: [publishRunning],
  403: [qualityNotInPlan, featureNotInPlan],
  429: [sandboxAllowance, planLimitReached],
};

const planId = `pln_${exampleUuid}`;
const planChanged: ErrorExample = {
  summary: 'What was planned is not what would be made now',
  code: 'PLAN_CHANGED',
  message: 'The publish is not what was planned any more: What it shows was edited. Plan it again.',
  body: {
    planId,
    changes: [{ code: 'SCENE_EDITED', message: 'What it shows was edited.', sceneId: `scn_${exampleUuid}` }],
    creditsPlanned: 2,
    creditsRequired: 3,
  },
};
const planExpired: ErrorExample = {
  summary: 'The price has expired',
  code: 'PLAN_EXPIRED',
  message: 'A price binds for 15 minutes. Plan the publish again.',
  body: { planId, expiredAt: '2026-05-04T09:45:40.000Z' },
};
const planUsed: ErrorExample = {
  summary: 'The plan was used by a publish that made no video',
  code: 'PLAN_USED',
  message: 'This plan was used by a publish that has ended without a video. Plan it again.',
  body: { planId, requestId: `pub_${exampleUuid}` },
};

/** Publishing and its price, by `METHOD /path`. */
export const publishNotes: Readonly<Record<string, OperationNotes>> = {
  'POST /projects/{projectId}/publish': {
    operationId: 'publishProject',
    description: `Every field is optional. The scenes are taken as they are now: edits made later belong to the next publish. Scenes that did not change since they were rendered are reused and cost nothing. The same request while it runs answers the same publish. With the \`planId\` of a plan it costs exactly what the plan said, or is refused with what changed; the options are then those of the plan.`,
    requestExample: { quality: '1080p', format: 'mp4', includeMusic: true },
    answer: { phase: 'rendering', nextStep: 'Wait for the publish: GET its status or read its events.' },
    errors: { ...publishErrors, 409: [planChanged, planExpired, planUsed] },
  },
  'POST /projects/{projectId}/publish/plan': {
    operationId: 'planPublish',
    description:
      'What a publish with these options would render, reuse and cost. Starts nothing. Publish with its `planId` within 15 minutes to pay exactly `price.credits`.',
    requestExample: { quality: '1080p', format: 'mp4' },
    answer: {
      planId,
      expiresAt: '2026-05-04T09:45:40.000Z',
      credits: {
        reserved: 3,
        breakdown: [
          { action: 'SCENE_RENDER', units: 1, credits: 1 },
          { action: 'EXPORT_1080P', units: 1, credits: 2 },
        ],
      },
      price: {
        credits: 3,
        scenes: { rendered: 1, credits: 1 },
        reused: 4,
        export: { quality: '1080p', credits: 2 },
        pass: { redeemed: false, creditsSaved: 0 },
        source: { plan: 1, purchased: 2 },
        remaining: { plan: 0, purchased: 48, total: 48 },
      },
      etaSeconds: 14,
      problems: [],
    },
    errors: publishErrors,
  },
};
