/** What an agent can do about a refusal, and the tool that does it. */
export interface Remedy {
  readonly fix: string;
  readonly nextStep: string;
}

const remedy = (fix: string, nextStep: string): Remedy => ({ fix, nextStep });

const readDetails = 'Correct every place that details names; path is the place in the arguments.';
const newKey = remedy(
  'Ask the person for a valid API key and set it in the client configuration as X-API-Key or Authorization: Bearer.',
  'Reconnect with another key',
);
const planAgain = remedy('The price is not the one that was planned. Plan again and look at it.', 'video_plan_publish');
const captureElse = remedy(
  'The page could not be captured. Try another address, or open it with video_browse_open and capture that session.',
  'video_browse_open',
);
const notReached = remedy(
  'The page could not be reached. Check the address in full, or use another one.',
  'The same call with another address',
);
const reopen = remedy('The session is over. Open a new one.', 'video_browse_open');
const waitForReset = remedy(
  'Wait until resetsAt, or for retryAfterSeconds, then call again.',
  'Wait, then the same call',
);

/** By code of the API's error. */
const byCode: Readonly<Record<string, Remedy>> = {
  API_KEY_MISSING: newKey,
  API_KEY_INVALID: newKey,
  API_KEY_EXPIRED: newKey,
  API_KEY_REVOKED: newKey,
  SCOPE_MISSING: remedy('The API key may not do this. Ask the person for a key with requiredScope.', 'video_account'),
  FEATURE_NOT_IN_PLAN: remedy('The plan lacks this feature. Ask the person to change the plan.', 'video_account'),
  QUALITY_NOT_IN_PLAN: remedy('The plan has no such quality. Use a lower one.', 'video_plan_publish'),
  INSUFFICIENT_CREDITS: remedy('Ask the person to top up at topUpUrl, or use a lower quality.', 'video_account'),
  CREDITS_OWED: remedy('Ask the person to settle the balance at topUpUrl.', 'video_account'),
  KEY_MONTHLY_CAP: remedy('This key spent its monthly cap. Ask the person to raise it.', 'video_account'),
  SANDBOX_SCENE_RENDERS: waitForReset,
  SANDBOX_EXPORTS: waitForReset,
  SANDBOX_PROJECT_SCENES: remedy('Test keys have a limit of scenes in a project. Use fewer.', 'video_create_project'),
  INVALID_LAYER_KEYS: remedy('Use only the keys in editableKeys.', 'video_get_template'),
  TEMPLATE_NOT_FOUND: remedy('Use the slug of a listed template.', 'video_list_templates'),
  MIXED_ASPECT_RATIOS: remedy('Use templates of one aspectRatio.', 'video_list_templates'),
  NARRATION_OVER_BUDGET: remedy('Shorten voiceoverText to the limit.', 'The same call with shorter text'),
  MISSING_TEXT: remedy('Give the layers in missingText a value, or the scene a title.', 'video_edit_project'),
  MISSING_BRAND_ASSETS: remedy('Give the brand a logoUrl, or the layer a picture.', 'video_create_project'),
  PROJECT_NOT_FOUND: remedy(
    'Use the projectId that video_create_project answered with this key.',
    'video_create_project',
  ),
  SCENE_NOT_FOUND: remedy('Use a sceneId of the project.', 'video_get_project'),
  REVISION_CONFLICT: remedy('Somebody changed the project. Read it and edit again.', 'video_get_project'),
  PROJECT_NOT_READY: remedy('Mend what details names.', 'video_get_project'),
  PENDING_CAPTURES: remedy('Capture a page for every scene in pendingCaptures.', 'video_capture_ui'),
  PENDING_CAPTURE: remedy('Capture a page for the scene.', 'video_capture_ui'),
  PUBLISH_IN_PROGRESS: remedy('Wait for the publish that runs, or cancel it.', 'video_wait'),
  NO_PUBLISH_IN_PROGRESS: remedy('Nothing runs.', 'video_get_project'),
  EXPORT_CONCURRENCY: remedy('Wait for an export of the account to end.', 'video_wait'),
  PLAN_CHANGED: planAgain,
  PLAN_EXPIRED: planAgain,
  PLAN_USED: remedy('That plan was published. Wait for it, or plan again.', 'video_wait'),
  PLAN_NOT_FOUND: planAgain,
  IDEMPOTENCY_KEY_REUSED: remedy('Use another idempotencyKey for other arguments.', 'The same call with a new key'),
  IDEMPOTENCY_IN_PROGRESS: remedy('The same call still runs. Try again in a second.', 'The same call'),
  CAPTURE_FAILED: captureElse,
  CAPTURE_TIMEOUT: captureElse,
  PAGE_TIMEOUT: notReached,
  PAGE_ERROR_STATUS: notReached,
  HOST_UNREACHABLE: notReached,
  ADDRESS_REFUSED: remedy('Only public web addresses can be opened.', 'The same call with another address'),
  CAPTURE_EXPIRED: remedy('Captures can be chosen from for 24 hours. Capture again.', 'video_capture_ui'),
  CAPTURE_UNKNOWN: remedy('Use the captureId of a capture of this scene.', 'video_capture_ui'),
  CAPTURE_UNAVAILABLE: remedy('No browser is free. Try again in a minute.', 'The same call'),
  UNKNOWN_COMPONENT: remedy('Use ids of the capture’s candidates.', 'video_capture_ui'),
  NO_BROWSER_AVAILABLE: remedy('No browser is free. Try again in a minute.', 'The same call'),
  BROWSE_SESSION_NOT_FOUND: reopen,
  SESSION_CLOSED: reopen,
  SESSION_ENDED: reopen,
  SESSION_LOST: reopen,
  BROWSE_SESSION_STEPS: reopen,
  HUMAN_HOLD: remedy('A person is at the browser. Ask whether they are done.', 'video_browse_state'),
  BROWSE_CONCURRENCY: remedy('Close a session that you no longer need.', 'video_browse_close'),
  BROWSE_DAILY_MINUTES: waitForReset,
  INTERNAL_ERROR: remedy('Try once more; then tell the person the requestId.', 'The same call'),
};

const byStatus: Readonly<Record<number, Remedy>> = {
  400: remedy(readDetails, 'The same call with corrected arguments'),
  401: newKey,
  402: remedy('Ask the person to top up.', 'video_account'),
  403: remedy('This key or plan may not do this.', 'video_account'),
  404: remedy('Use an id that this key was given.', 'video_get_project'),
  409: remedy('Read the state of things and decide anew.', 'video_get_project'),
  413: remedy('Send less.', 'The same call with smaller arguments'),
  429: waitForReset,
  503: remedy('Try again in a minute.', 'The same call'),
};

const fallback = remedy('Try once more; then tell the person what happened.', 'The same call');

export const remedyFor = (code: string, statusCode: number): Remedy => byCode[code] ?? byStatus[statusCode] ?? fallback;
