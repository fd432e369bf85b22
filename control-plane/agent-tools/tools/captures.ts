import type { Capture, CaptureLoginRequired } from '@reelyard/shared/sdk/operations.gen.ts';
import { z } from 'zod';
import { prices } from '../../credits/price-list.ts';
import { Refusal } from '../../http/refusal.ts';
import { clipped, fitting } from '../fitting.ts';
import { keyed } from '../in-process-fetch.ts';
import { changes, defineTool, ownIdempotencyKey, recordId, type ToolContext } from '../tool.ts';
import { quotedPage, untrusted, untrustedNotice } from '../untrusted.ts';

const captured = z.object({
  loginRequired: z.boolean().describe('true: nothing was captured or paid; a person signs in at loginUrl first'),
  captureId: z.string().nullable(),
  slotKey: z.string(),
  renderReady: z.boolean().describe('Every slot of the scene shows something'),
  selected: z.array(z.string()),
  screenshotUrl: z.string().nullable(),
  sessionId: z.string().nullable().describe('Still open'),
  loginUrl: z.string().nullable(),
  creditsCharged: z.int(),
  untrusted: untrusted({
    pageUrl: z.string(),
    pageTitle: z.string(),
    candidates: z.array(
      z.object({ id: z.string(), number: z.int(), role: z.string(), label: z.string(), text: z.string() }),
    ),
  }),
  nextStep: z.string(),
});

const wallAnswer = ({ slotKey, renderReady, sessionId, loginUrl, creditsCharged }: CaptureLoginRequired) => {
  const nextStep =
    loginUrl === null
      ? 'The page asks to sign in, which sandbox keys cannot do. Capture a public page.'
      : `Ask the person to sign in at ${loginUrl}; then video_browse_state with humanDone, then video_capture_ui with sessionId ${sessionId}.`;
  return {
    structured: {
      loginRequired: true,
      captureId: null,
      slotKey,
      renderReady,
      selected: [],
      screenshotUrl: null,
      sessionId,
      loginUrl,
      creditsCharged,
      untrusted: { notice: untrustedNotice, pageUrl: '', pageTitle: '', candidates: [] },
      nextStep,
    },
    summary: `Nothing was captured or paid. ${nextStep}`,
  };
};

const captureAnswer = async (made: Capture, { readPicture }: ToolContext) => {
  const candidates = fitting(
    made.candidates.map(({ id, number, role, label, text }) => ({
      id,
      number,
      role,
      label: clipped(label, 100),
      text: clipped(text, 160),
    })),
    4_000,
  );
  const { captureId, slotKey, renderReady, selected, screenshotUrl, sessionId, creditsCharged, page } = made;
  const nextStep = renderReady
    ? 'video_plan_publish, or video_select_capture to show other parts.'
    : `video_select_capture with captureId ${captureId}, or video_capture_ui for the next slot.`;
  const named = candidates.map(({ id, number, label }) => `${number} ${id}: ${clipped(label, 40)}`).join('\n');
  return {
    structured: {
      loginRequired: false,
      captureId,
      slotKey,
      renderReady,
      selected: [...selected],
      screenshotUrl,
      sessionId,
      loginUrl: null,
      creditsCharged,
      untrusted: {
        notice: untrustedNotice,
        pageUrl: clipped(page.url, 500),
        pageTitle: clipped(page.title, 200),
        candidates,
      },
      nextStep,
    },
    summary: `Capture ${captureId}: shows ${selected.join(', ') || 'nothing yet'}; ${creditsCharged} credits. Next: ${nextStep}\n${quotedPage(clipped(named, 500))}`,
    pictures: [made.annotatedScreenshot === null ? null : await readPicture(made.annotatedScreenshot.url)],
    links: [{ uri: screenshotUrl, name: 'screenshot', mimeType: 'image/png' }],
  };
};

const captureUi = defineTool({
  name: 'video_capture_ui',
  title: 'Capture a web page for a scene',
  description: `Opens the page, picks and frames the parts that fit, and puts them into the scene. Costs ${prices.UI_CAPTURE} credit where a capture was made (test keys: none). Needs the plan feature mcp_capture.`,
  hints: changes({ openWorldHint: true }),
  input: z.strictObject({
    projectId: recordId,
    sceneId: recordId,
    url: z.string().optional().describe('Public https page; not needed with sessionId'),
    sessionId: z.string().optional().describe('Of video_browse_open: its page as it is'),
    slotKey: z.string().optional(),
    focus: z.array(z.string()).optional().describe('Words of what to show'),
    selectors: z.array(z.string()).optional().describe('CSS selectors of what to show'),
    frame: z.enum(['auto', 'current', 'full']).optional(),
    targetFill: z.number().optional().describe('0.3 to 0.95'),
    annotate: z.boolean().optional().describe('Adds a picture with numbered candidates'),
    autoSelect: z.boolean().optional().describe('false: choose with video_select_capture'),
    keepSession: z.boolean().optional(),
    idempotencyKey: ownIdempotencyKey.describe('Same key and arguments within 24 h: captured and paid once'),
  }),
  output: captured,
  async run({ projectId, sceneId, idempotencyKey, ...body }, context) {
    const { data } = await context.api.autoCapture({ projectId, sceneId, body }, keyed(idempotencyKey));
    // The document names the type of its 200; a capture is answered with 201.
    const made: Capture | CaptureLoginRequired = data as Capture | CaptureLoginRequired;
    return made.loginRequired ? wallAnswer(made) : captureAnswer(made, context);
  },
});

const selectCapture = defineTool({
  name: 'video_select_capture',
  title: 'Choose what a scene shows of a capture',
  description:
    'Shows other parts of a capture (captureId + componentIds), or a still image instead of the page (imageUrl). Free.',
  hints: changes({ idempotentHint: true }),
  input: z.strictObject({
    projectId: recordId,
    sceneId: recordId,
    captureId: z.string().optional(),
    componentIds: z.array(z.string()).optional().describe('Ids of candidates, in the order in which they appear'),
    imageUrl: z.string().optional().describe('PNG, JPEG or WebP'),
    slotKey: z.string().optional().describe('With imageUrl'),
  }),
  output: z.object({
    captureId: z.string().nullable(),
    slotKey: z.string(),
    renderReady: z.boolean(),
    selected: z.array(z.string()),
    screenshotUrl: z.string(),
  }),
  async run({ projectId, sceneId, captureId, componentIds, imageUrl, slotKey }, { api }) {
    if ((captureId === undefined) === (imageUrl === undefined)) {
      throw new Refusal('bad_request', {
        code: 'VALIDATION_FAILED',
        message: 'Give either captureId with componentIds, or imageUrl.',
      });
    }
    const { data } =
      imageUrl === undefined
        ? await api.selectCapture({
            projectId,
            sceneId,
            body: { captureId: captureId ?? '', selectedComponentIds: componentIds ?? [] },
          })
        : await api.captureImage({ projectId, sceneId, body: { imageUrl, slotKey } });
    const structured = { ...data, selected: [...data.selected] };
    const state = data.renderReady ? 'it can be rendered' : 'another slot still shows nothing';
    return {
      structured,
      summary: `Slot ${data.slotKey} of scene ${sceneId} shows ${data.selected.join(', ') || 'the picture'}; ${state}.`,
      links: [{ uri: data.screenshotUrl, name: 'screenshot', mimeType: 'image/png' }],
    };
  },
});

export const captureTools = [captureUi, selectCapture];
