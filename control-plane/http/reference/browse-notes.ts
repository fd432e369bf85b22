import type { ErrorExample } from './error-examples.ts';
import { exampleUuid } from './example-words.ts';
import type { OperationNotes } from './operation-notes.ts';

const sessionClosed: ErrorExample = {
  summary: 'The session ended',
  code: 'SESSION_CLOSED',
  message: 'This session was closed after 10 minutes without use. Open a new one with POST /browse/sessions.',
  body: { reason: 'idle', closedAt: '2026-05-04T09:45:40.000Z', billedCredits: 1 },
};
const sessionLost: ErrorExample = {
  summary: 'The machine that held the browser is gone',
  code: 'SESSION_LOST',
  message:
    'The machine that held this session is gone, and the page with it. Open a new one with POST /browse/sessions.',
  body: { reason: 'node_lost', closedAt: '2026-05-04T09:45:40.000Z', billedCredits: 0 },
};
const humanHold: ErrorExample = {
  summary: 'A person drives the browser',
  code: 'HUMAN_HOLD',
  message: 'A person is signing in in this browser. Wait until they are done, then go on.',
  body: { humanHoldUntil: '2026-05-04T09:45:40.000Z', resetsAt: '2026-05-04T09:45:40.000Z' },
};
const tooManyCalls: ErrorExample = {
  summary: 'More than 60 calls in a minute',
  code: 'BROWSE_CALLS',
  message: 'More than 60 browse-calls in 60 seconds. Try again in 12 s.',
  body: { limit: 60, windowSeconds: 60, retryAfterSeconds: 12, resetsAt: '2026-05-04T09:31:00.000Z' },
};
const overSteps: ErrorExample = {
  summary: 'A session has 150 steps',
  code: 'BROWSE_SESSION_STEPS',
  message: 'A session may take 150 steps; this one has taken 148. Close it and open a new one.',
  body: { limit: 150, used: 148, requested: 4, resetsAt: '2026-05-04T10:30:00.000Z' },
};

const used = { 400: [sessionClosed], 429: [tooManyCalls, humanHold], 503: [sessionLost] };
const outline = {
  url: 'https://example.com/pricing',
  title: 'Norra pricing',
  headings: [{ level: 1, text: 'Plans for every week', id: 'plans' }],
  links: [{ text: 'Start', href: 'https://example.com/start', selector: 'a[name="start"]' }],
  sections: [{ id: 'plans', label: 'Plans', box: { x: 0, y: 80, width: 1440, height: 620 } }],
  scroll: { y: 0, height: 2400, viewportHeight: 900 },
  screenshot: { mimeType: 'image/jpeg', dataBase64: '/9j/4AAQSkZJRg==', width: 720, height: 450 },
  authWall: { detected: false, signals: [] },
  routes: ['/', '/pricing', '/docs'],
  loginUrl: 'http://127.0.0.1:8080/browse/login/YndzXzAxOWFhMi4x.q5ix2KT9XKSsrcCs0F4G1i9zyEzr2Bh',
  step: { used: 2, remaining: 148 },
  refused: [],
};
const { loginUrl } = outline;

/** What the reference says of browsing sessions. */
export const browseNotes: Readonly<Record<string, OperationNotes>> = {
  'POST /browse/sessions': {
    operationId: 'openBrowseSession',
    description:
      'Opens a page in a browser of the farm. The session is locked to the site of that page; it ends after 10 minutes without use, when its project is published, or after an hour. The first five minutes are free, then every started five minutes cost a credit; sandbox keys browse free and anonymously.',
    requestExample: { url: 'https://example.com/pricing', projectId: `prj_${exampleUuid}` },
    answer: {
      id: `bws_${exampleUuid}`,
      viewport: { widthPx: 1440, heightPx: 900, isMobile: false },
      loginUrl,
      outline: { ...outline, step: { used: 0, remaining: 150 } },
    },
    errors: {
      400: [
        {
          summary: 'An address that cannot be opened',
          code: 'ADDRESS_REFUSED',
          message: 'The address does not lead to the public internet. Give an address that anyone can open.',
          body: { problem: 'ADDRESS_REFUSED' },
        },
      ],
      403: [
        {
          summary: 'The plan has no live browsing',
          code: 'FEATURE_NOT_IN_PLAN',
          message: 'The plan of this account does not have mcp_browse.',
          body: { feature: 'mcp_browse' },
        },
      ],
      429: [
        {
          summary: 'Three sessions are open',
          code: 'BROWSE_CONCURRENCY',
          message: 'An account may have 3 browsing sessions open at once. Close one with DELETE /browse/sessions/{id}.',
          body: { limit: 3, used: 3, requested: 1, resetsAt: '2026-05-04T09:40:00.000Z' },
        },
        {
          summary: 'The minutes of the day are used up',
          code: 'BROWSE_DAILY_MINUTES',
          message: 'The 120 minutes of browsing of this day are used up.',
          body: { limit: 120, used: 120, requested: 1, resetsAt: '2026-05-05T00:00:00.000Z' },
        },
      ],
      503: [
        {
          summary: 'No browser is free',
          code: 'NO_BROWSER_AVAILABLE',
          message: 'No capture node can open another browser now. Try again soon.',
        },
      ],
    },
  },
  'GET /browse/sessions/{id}/outline': {
    operationId: 'getBrowseOutline',
    description: 'Headings, what may be pressed, sections, the scroll position, same-site paths and a small JPEG.',
    answer: outline,
    errors: used,
  },
  'POST /browse/sessions/{id}/actions': {
    operationId: 'runBrowseActions',
    description:
      'At most 12 steps. `goto`, `type` and `press` use `text`; `click`, `hover` and `type` find their place by `selector` or, but for type, by visible `text`; `scroll` takes down, up, top, bottom, pixels or a selector, `wait` milliseconds or a selector. A step that looks like a payment, a purchase, a deletion or a change of the account is refused, and one that lands on another site is undone and refused: both are answers, and end the batch.',
    requestExample: {
      actions: [
        { type: 'click', text: 'Pricing' },
        { type: 'type', selector: 'input[name="q"]', text: 'teams' },
        { type: 'press', text: 'Enter' },
      ],
    },
    answer: {
      results: [
        { index: 0, status: 'ok', code: null, message: null, url: 'https://example.com/pricing' },
        { index: 1, status: 'ok', code: null, message: null, url: 'https://example.com/pricing' },
      ],
      outline,
    },
    errors: { ...used, 429: [tooManyCalls, humanHold, overSteps] },
  },
  'DELETE /browse/sessions/{id}': {
    operationId: 'closeBrowseSession',
    description: 'A session that ended before answers how it ended.',
    answer: { closed: true, durationSeconds: 412, billedCredits: 1, reason: 'closed' },
  },
  'POST /browse/sessions/{id}/human-done': {
    operationId: 'finishHumanSignIn',
    description: 'Ends the wait for the person, and keeps their sign-in for their next sessions.',
    answer: { humanSignedInAt: '2026-05-04T09:34:00.000Z', humanHoldUntil: null, outline },
    errors: {
      ...used,
      400: [
        {
          summary: 'Nobody opened the link',
          code: 'LOGIN_NOT_STARTED',
          message: 'Nobody has opened the loginUrl of this session yet. Give it to the person who should sign in.',
        },
        sessionClosed,
      ],
    },
  },
  'GET /browse/sessions/{id}/status': {
    operationId: 'getBrowseStatus',
    description: 'While a person uses the loginUrl, `humanHoldUntil` says until when agents wait.',
    answer: {
      id: `bws_${exampleUuid}`,
      state: 'open',
      humanSignedInAt: null,
      humanHoldUntil: '2026-05-04T09:44:00.000Z',
      closedAt: null,
      closeReason: null,
      billedCredits: null,
    },
  },
  'GET /browse/logins': {
    operationId: 'getBrowseLogins',
    description: 'Sign-ins belong to a person: a key sees those of the person who made it. Sandbox keys have none.',
    answer: { exists: true, profileCreatedAt: '2026-05-04T09:34:00.000Z', domains: ['example.com'] },
  },
  'DELETE /browse/logins': {
    operationId: 'resetBrowseLogins',
    description: 'Sessions that are open keep their sign-ins until they end, and bring nothing back.',
    answer: { reset: true },
  },
  'GET /projects/{projectId}/browse/steps': {
    operationId: 'listBrowseSteps',
    description: 'What kinds of steps were taken for a project and how they ended. Texts and addresses are not kept.',
    answer: {
      steps: [
        {
          sessionId: `bws_${exampleUuid}`,
          action: 'click',
          status: 'refused',
          code: 'STEP_LOOKS_LIKE_PURCHASE',
          host: 'example.com',
          doneAt: '2026-05-04T09:32:10.000Z',
        },
      ],
    },
  },
};
