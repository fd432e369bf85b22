import type { BrowseOutline } from '@reelyard/shared/sdk/operations.gen.ts';
import { z } from 'zod';
import { clipped, fitting } from '../fitting.ts';
import { changes, defineTool, type Picture, recordId } from '../tool.ts';
import { quotedPage, untrusted, untrustedNotice } from '../untrusted.ts';

const pageFacts = {
  stepsLeft: z.int(),
  signInNeeded: z.boolean(),
  loginUrl: z.string().nullable().describe('Where a person signs in'),
  refused: z.array(z.object({ index: z.int(), code: z.string().nullable(), message: z.string().nullable() })),
  untrusted: untrusted({
    url: z.string(),
    title: z.string(),
    headings: z.array(z.string()),
    links: z.array(z.object({ text: z.string(), selector: z.string() })),
    sections: z.array(z.string()),
    routes: z.array(z.string()),
    scroll: z.string(),
  }),
};
const price = 'Session time: 5 minutes free, then 1 credit for each 5 minutes begun (test keys: none)';
const sessionId = recordId;

const pageOf = (outline: BrowseOutline) => {
  const { url, title, headings, links, sections, routes, scroll, authWall, step, refused, loginUrl } = outline;
  return {
    stepsLeft: step.remaining,
    signInNeeded: authWall.detected,
    loginUrl: loginUrl ?? null,
    refused: fitting(
      refused.map(({ index, code, message }) => ({ index, code, message: message && clipped(message, 200) })),
      800,
    ),
    untrusted: {
      notice: untrustedNotice,
      url: clipped(url, 400),
      title: clipped(title, 150),
      headings: fitting(
        headings.map(({ level, text }) => `h${level} ${clipped(text, 100)}`),
        1_000,
      ),
      links: fitting(
        links.map(({ text, selector }) => ({ text: clipped(text, 60), selector: clipped(selector, 200) })),
        2_000,
      ),
      sections: fitting(
        sections.map(({ id, label }) => `${id}: ${clipped(label, 80)}`),
        700,
      ),
      routes: fitting(
        routes.map((route) => clipped(route, 100)),
        500,
      ),
      scroll: `${Math.round(scroll.y)} of ${Math.round(scroll.height)} px, window ${Math.round(scroll.viewportHeight)}`,
    },
  };
};

const pictureOf = ({ screenshot }: BrowseOutline): Picture | null =>
  screenshot.dataBase64 === '' ? null : { mimeType: 'image/jpeg', base64: screenshot.dataBase64 };

const pageSummary = (said: string, page: ReturnType<typeof pageOf>): string => {
  const wall = page.signInNeeded
    ? ` The page asks to sign in${page.loginUrl === null ? '' : `: a person can at ${page.loginUrl}`}.`
    : '';
  const { title, url, headings } = page.untrusted;
  return `${said}${wall} ${page.stepsLeft} steps left.\n${quotedPage(clipped([title, url, ...headings].join('\n'), 450))}`;
};

const open = defineTool({
  name: 'video_browse_open',
  title: 'Open a page in a browser',
  description: `A remote browser session, to prepare a capture. Close it when done. ${price}. Needs the plan feature mcp_browse.`,
  hints: changes({ openWorldHint: true }),
  input: z.strictObject({
    url: z.string(),
    projectId: z.string().optional().describe('Steps are logged there'),
    sceneId: z.string().optional().describe('The window gets the size that its template shows'),
  }),
  output: z.object({ sessionId: z.string(), expiresAt: z.string(), ...pageFacts }),
  async run(body, { api }) {
    const { data } = await api.openBrowseSession({ body });
    const page = pageOf(data.outline);
    return {
      structured: { sessionId: data.id, expiresAt: data.expiresAt, ...page },
      summary: pageSummary(`Session ${data.id} is open.`, page),
      pictures: [pictureOf(data.outline)],
    };
  },
});

const act = defineTool({
  name: 'video_browse_act',
  title: 'Act in a browser session',
  description: `Does up to 12 steps. Purchases, payments, deletions and account changes are refused, and so is leaving the site except by goto; a refusal stops the rest. ${price}.`,
  hints: changes({ openWorldHint: true, destructiveHint: true }),
  input: z.strictObject({
    sessionId,
    actions: z
      .array(
        z.strictObject({
          type: z.enum(['goto', 'click', 'type', 'hover', 'scroll', 'wait', 'press', 'back']),
          text: z
            .string()
            .optional()
            .describe('goto: url; click/hover: visible text; type: text; press: key; scroll: down/up/px; wait: ms'),
          selector: z.string().optional(),
        }),
      )
      .min(1)
      .max(12),
  }),
  output: z.object({ done: z.int(), failed: z.string().nullable(), ...pageFacts }),
  async run({ sessionId: id, actions }, { api }) {
    const { data } = await api.runBrowseActions({ id, body: { actions } });
    const page = pageOf(data.outline);
    const done = data.results.filter(({ status }) => status === 'ok').length;
    const stopped = data.results.find(({ status }) => status !== 'ok');
    const failed = stopped
      ? clipped(`step ${stopped.index} ${stopped.status}: ${stopped.code} ${stopped.message}`, 300)
      : null;
    return {
      structured: { done, failed, ...page },
      summary: pageSummary(`${done} of ${actions.length} steps done.${failed === null ? '' : ` ${failed}.`}`, page),
      pictures: [pictureOf(data.outline)],
    };
  },
});

const state = defineTool({
  name: 'video_browse_state',
  title: 'Look at a browser session',
  description:
    'The page as it is now, and whether a person is at it or has signed in. humanDone: go on after a person signed in.',
  hints: changes({ idempotentHint: true }),
  input: z.strictObject({
    sessionId,
    humanDone: z.boolean().default(false).describe('true once the person says that they have signed in'),
  }),
  output: z.object({
    state: z.string(),
    humanSignedInAt: z.string().nullable(),
    humanHoldUntil: z.string().nullable().describe('A person is at it until then'),
    expiresAt: z.string(),
    closeReason: z.string().nullable(),
    page: z.object(pageFacts).nullable().describe('null: closed, or a person is at it'),
  }),
  async run({ sessionId: id, humanDone }, { api }) {
    const afterHuman = humanDone ? (await api.finishHumanSignIn({ id })).data.outline : null;
    const { data } = await api.getBrowseStatus({ id });
    const isFree = data.state === 'open' && data.humanHoldUntil === null;
    const outline = afterHuman ?? (isFree ? (await api.getBrowseOutline({ id })).data : null);
    const page = outline && pageOf(outline);
    const { humanSignedInAt, humanHoldUntil, expiresAt, closeReason } = data;
    const said = `Session ${id} is ${data.state}${closeReason === null ? '' : ` (${closeReason})`}${humanHoldUntil === null ? '' : `; a person is at it until ${humanHoldUntil}`}.`;
    return {
      structured: { state: data.state, humanSignedInAt, humanHoldUntil, expiresAt, closeReason, page },
      summary: page === null ? said : pageSummary(said, page),
      pictures: [outline && pictureOf(outline)],
    };
  },
});

const close = defineTool({
  name: 'video_browse_close',
  title: 'Close a browser session',
  description: 'Ends the session and its billing.',
  hints: changes({ idempotentHint: true }),
  input: z.strictObject({ sessionId }),
  output: z.object({ durationSeconds: z.int(), billedCredits: z.int(), reason: z.string() }),
  async run({ sessionId: id }, { api }) {
    const { data } = await api.closeBrowseSession({ id });
    return { structured: data, summary: `Closed after ${data.durationSeconds} s: ${data.billedCredits} credits.` };
  },
});

export const browsingTools = [open, act, state, close];
