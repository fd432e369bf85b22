import { browseNotes } from './browse-notes.ts';
import { captureNotes } from './capture-notes.ts';
import type { ErrorExample } from './error-examples.ts';
import { exampleUuid } from './example-words.ts';
import { narrationNotes } from './narration-notes.ts';
import { paymentNotes } from './payment-notes.ts';
import { publishErrors, publishNotes, publishRunning } from './publish-notes.ts';
import { storyboardNotes } from './storyboard-notes.ts';

/** What the reference says of an operation beyond its schemas. */
export interface OperationNotes {
  /** The name of the client's method; without it, http/reference/operation-id.ts makes one from the path. */
  readonly operationId?: string;
  readonly description?: string;
  /** A body that the operation takes as it is, where the one made from the schema would say nothing. */
  readonly requestExample?: unknown;
  /** Fields of the answer's `data` that are otherwise than in most answers. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Errors that are this operation's own, by status. */
  readonly errors?: Readonly<Record<number, readonly ErrorExample[]>>;
}

const nextPublish = 'An edit while a publish runs applies to the next one; `meta.warnings` then says so.';
const sceneRules =
  "Parameters are the template's layers by key. Layers that are not set are filled from the brand, text layers from the scene's title, else its narration, else the project's title.";

const invalidLayerKeys: ErrorExample = {
  summary: 'A layer that the template does not have',
  code: 'INVALID_LAYER_KEYS',
  message: 'scenes[0].parameters.headlin: The template has no layer "headlin". Did you mean "headline"?',
  details: [
    {
      path: 'scenes[0].parameters.headlin',
      code: 'UNKNOWN_LAYER_KEY',
      message: 'The template has no layer "headlin". Did you mean "headline"?',
    },
  ],
  body: {
    editableKeys: ['headline', 'eyebrow', 'subline'],
    invalidKeys: [{ sceneIndex: 0, key: 'headlin', reason: 'unknown', didYouMean: 'headline' }],
  },
};
const narrationOverBudget: ErrorExample = {
  summary: 'The narration is longer than the scene',
  code: 'NARRATION_OVER_BUDGET',
  message: 'scenes[0].voiceoverText: The narration has 61 characters; the template has room for 38 (3.5 s).',
  details: [
    {
      path: 'scenes[0].voiceoverText',
      code: 'NARRATION_OVER_BUDGET',
      message: 'The narration has 61 characters; the template has room for 38 (3.5 s).',
    },
  ],
  body: { limit: 38, length: 61, sceneIndex: 0, seconds: 3.5 },
};
const missingBrandLogo: ErrorExample = {
  summary: 'A template draws a logo and the brand has none',
  code: 'MISSING_BRAND_ASSETS',
  message:
    'scenes[0].parameters.logo: The layer "logo" shows the brand\'s logo, and the brand has none. Give the brand a logoUrl or set the layer.',
  body: { missingBrandAssets: [{ sceneIndex: 0, templateId: 'tpl_logo-outro', layer: 'logo', asset: 'logo' }] },
};
const unknownTemplate: ErrorExample = {
  summary: 'A template of a scene does not exist',
  code: 'TEMPLATE_NOT_FOUND',
  message: 'scenes[0].templateId: There is no template "big-clam". Did you mean "big-claim"?',
};
const sandboxScenes: ErrorExample = {
  summary: 'More scenes than a test key may have',
  code: 'SANDBOX_PROJECT_SCENES',
  message: 'A project of a test key may have 4 scenes.',
  body: { limit: 4, used: 0, requested: 5, resetsAt: null },
};
const sceneErrors = { 400: [invalidLayerKeys, narrationOverBudget, missingBrandLogo], 429: [sandboxScenes] };
const scene = {
  templateId: 'big-claim',
  title: 'Busy is not done',
  voiceoverText: 'Being busy is not the same as done.',
  parameters: { headline: 'Busy is not the same as done.', eyebrow: 'Meet Norra' },
};

/** By `METHOD /path` as the document writes it. */
export const operationNotes: Readonly<Record<string, OperationNotes>> = {
  'GET /templates': {
    description:
      'Published templates, a page at a time. All filters must match. The layers of a template are only in its single answer.',
  },
  'GET /templates/{id}': {
    description:
      '`data` is the template itself; `data.layerMeta` maps every layer key to its type, label, default and rules.',
  },
  'POST /projects': {
    description: `Checks every scene and answers all problems at once; nothing is written where there is one. All templates share one aspect ratio. ${sceneRules}`,
    requestExample: {
      title: 'Norra: take back your week',
      brand: { name: 'Norra', primaryColor: '#6d5df6', secondaryColor: '#f25bb5' },
      scenes: [scene],
    },
    answer: { status: 'RENDER_PENDING', revision: 1, publishCount: 0, lastPublish: null },
    errors: { ...sceneErrors, 404: [unknownTemplate] },
  },
  'GET /projects': { description: 'Projects of the environment of the key (live or test), newest first.' },
  'GET /projects/{projectId}': {
    description:
      'The project, its scenes in their order, and what its newest publish made. `ETag` carries the revision.',
  },
  'PATCH /projects/{projectId}': {
    description: `Fields that are absent stay as they are; null clears. ${nextPublish}`,
    requestExample: { title: 'Norra, the second cut', musicTrackId: 'trk_clear-horizon' },
  },
  'DELETE /projects/{projectId}': {
    description: 'Takes the project and its scenes away. Exports that are finished stay readable.',
    errors: { 400: [publishRunning] },
  },
  'POST /projects/{projectId}/duplicate': {
    description: 'A new project with the same scenes, brand, music and voice. What it draws the same way is reused.',
    requestExample: { title: 'Norra, for teams' },
  },
  'POST /projects/{projectId}/scenes': {
    operationId: 'addScene',
    description: `Adds a scene at a position, or at the end. ${sceneRules} ${nextPublish}`,
    requestExample: { ...scene, position: 0 },
    errors: { ...sceneErrors, 404: [unknownTemplate] },
  },
  'PATCH /projects/{projectId}/scenes/reorder': {
    operationId: 'reorderScenes',
    description: `\`sceneIds\` names every scene of the project exactly once, in the new order. ${nextPublish}`,
    requestExample: { sceneIds: ['scn_019aa2f1c3d47b6e8f00a1b2c3d4e5f6'] },
    errors: {
      400: [
        {
          summary: 'Not every scene exactly once',
          code: 'INVALID_SCENE_ORDER',
          message: 'sceneIds must name every scene of the project exactly once.',
          body: { missing: [], unknown: ['scn_unknown'], duplicates: [] },
        },
      ],
    },
  },
  'PATCH /projects/{projectId}/scenes/{sceneId}': {
    operationId: 'updateScene',
    description: `Parameters merge into the ones there are; null clears one. ${nextPublish}`,
    requestExample: { parameters: { headline: 'Done beats busy.', eyebrow: null } },
    errors: { 400: [invalidLayerKeys, narrationOverBudget] },
  },
  'GET /projects/{projectId}/scenes/{sceneId}/preview': {
    operationId: 'getScenePreview',
    description:
      'The inputs of the scene as a publish would take them now: every layer resolved, the watermark, the template. The ' +
      'console draws its live preview from them with the code that render nodes draw with. Free, and nothing is queued.',
  },
  'POST /projects/{projectId}/scenes/{sceneId}/preview': {
    operationId: 'previewScene',
    description:
      'The same, as it would be after an edit. The body is that of `PATCH` and is checked by the same rules; nothing is ' +
      'saved. Pictures that it names are taken in as an edit would take them.',
    requestExample: { parameters: { headline: 'Done beats busy.', style: 'light' } },
    errors: { 400: [invalidLayerKeys, narrationOverBudget] },
  },
  'DELETE /projects/{projectId}/scenes/{sceneId}': {
    operationId: 'deleteScene',
    description: `The scenes after it move up. A project keeps at least one scene. ${nextPublish}`,
    errors: {
      400: [
        {
          summary: 'The last scene',
          code: 'LAST_SCENE',
          message: 'A project keeps at least one scene. Delete the project instead.',
        },
      ],
    },
  },
  'PATCH /projects/{projectId}/scenes/{sceneId}/template': {
    operationId: 'switchSceneTemplate',
    description: `Parameters that the new template has too are carried over; the others are dropped and named. ${nextPublish}`,
    requestExample: { templateId: 'counting-statistic', parameters: { value: 11, suffix: 'h' } },
    errors: { 400: [invalidLayerKeys, narrationOverBudget], 404: [unknownTemplate] },
  },
  'GET /brands': { description: 'Brands of the account, newest first.' },
  'GET /brands/{id}': { description: 'A stored brand. `logoUrl` is a signed address of the stored copy.' },
  'POST /brands': {
    description:
      'Stores a brand that projects name by `brandId`. The logo is fetched once, decoded and stored as a picture of our own.',
    requestExample: { name: 'Norra', primaryColor: '#6d5df6', secondaryColor: '#f25bb5', tone: 'energetic' },
  },
  'PATCH /brands/{id}': {
    description: 'Fields that are absent stay; null takes one away. Scenes that drew the old value render again.',
    requestExample: { primaryColor: '#1d4ed8' },
  },
  'DELETE /brands/{id}': {
    description:
      'The brand is no longer listed or given to new projects. Projects that have it keep it and their look.',
  },
  'GET /media/music': {
    operationId: 'listMusic',
    description: 'Tracks that `musicTrackId` takes. `previewUrl` plays without a key.',
  },
  'GET /media/voices': {
    operationId: 'listVoices',
    description: 'Voices that `voiceId` takes. `sampleUrl` plays without a key.',
  },
  'GET /exports/{exportId}': {
    description: 'One finished or coming video. `outputUrl` is there when it has succeeded.',
  },
  'GET /exports/{exportId}/download': {
    operationId: 'downloadExport',
    description: 'A short-lived address that makes a browser save the file under a readable name.',
    errors: {
      400: [
        {
          summary: 'Not ready',
          code: 'EXPORT_NOT_READY',
          message: 'This export has no file yet.',
          body: { status: 'PROCESSING' },
        },
      ],
    },
  },
  'POST /exports/projects/{projectId}': {
    operationId: 'createExport',
    description: 'Makes a video of scenes that are rendered already.',
    requestExample: { quality: '1080p', format: 'mp4' },
    errors: publishErrors,
  },
  'GET /exports/projects/{projectId}/readiness': {
    operationId: 'getExportReadiness',
    description: 'Whether an export can be queued, why not, and what each quality would cost.',
  },
  ...publishNotes,
  ...captureNotes,
  ...storyboardNotes,
  ...narrationNotes,
  'GET /projects/{projectId}/publish/status': {
    operationId: 'getPublishStatus',
    description:
      'The newest publish of the project. With `wait` the answer comes as soon as something has changed, at the latest after that many seconds: ask again at once until `phase` is completed, failed, render_failed or idle.',
  },
  'GET /projects/{projectId}/publish/events': {
    operationId: 'streamPublishStatus',
    description:
      'The same status as server-sent events, one whenever something changed and at least every five seconds. The stream ends with the publish.',
  },
  'POST /projects/{projectId}/publish/cancel': {
    operationId: 'cancelPublish',
    description: 'Scenes that are finished stay and are reused by the next publish.',
    errors: {
      400: [{ summary: 'Nothing runs', code: 'NO_PUBLISH_IN_PROGRESS', message: 'Nothing is being published here.' }],
    },
  },
  'POST /projects/{projectId}/publish/callback/redeliver': {
    operationId: 'redeliverCallback',
    description: 'Sends the callback of the newest publish once more, with the same request id.',
  },
  'GET /projects/{projectId}/publish/callback/deliveries': {
    operationId: 'listCallbackDeliveries',
    description: 'Every try of the callback of the newest publish: when, what the receiver answered, how long it took.',
  },
  'POST /projects/{projectId}/render/start': {
    operationId: 'startRender',
    description: 'Renders scenes without making a video of them; `createExport` makes it later.',
    requestExample: { quality: '1080p' },
    errors: publishErrors,
  },
  'GET /projects/{projectId}/render/status': {
    operationId: 'getRenderStatus',
    description: 'The scenes of the newest render or publish: state, progress, preview, and why one failed.',
  },
  'GET /account': {
    answer: {
      id: `acc_${exampleUuid}`,
      plan: { slug: 'pro', name: 'Pro' },
      key: { id: `key_${exampleUuid}`, name: 'Build server', scopes: ['projects:read', 'publish'] },
      user: null,
    },
  },
  ...browseNotes,
  ...paymentNotes,
  'POST /api-keys': {
    description: 'The secret is in this answer and never again.',
    requestExample: { name: 'Build server', environment: 'live' },
  },
  'GET /api-keys': { description: 'Keys of the account, without their secrets, newest first.' },
  'GET /api-keys/{id}': { description: 'What a key may do, what it has used, and whether it still works.' },
  'GET /api-keys/{id}/usage': { description: 'Credits that a key spent, by UTC calendar month.' },
  'PATCH /api-keys/{id}': {
    description: 'Changes the name or the monthly cap; null takes the cap away.',
    requestExample: { monthlyCreditCap: 500 },
  },
  'POST /api-keys/{id}/rotate': {
    description: 'Gives the key a new secret, shown this once. The old one is taken for the overlap that is asked for.',
    requestExample: { overlapSeconds: 3600 },
  },
  'DELETE /api-keys/{id}': {
    operationId: 'revokeApiKey',
    description:
      'The next request with the key is refused, and its open event streams end. Revoking twice is no error.',
  },
};
