import type { ErrorExample } from './error-examples.ts';
import { exampleUuid } from './example-words.ts';
import type { OperationNotes } from './operation-notes.ts';

const featureMissing: ErrorExample = {
  summary: 'The plan lacks captures',
  code: 'FEATURE_NOT_IN_PLAN',
  message: 'The plan of this account does not have mcp_capture.',
  body: { feature: 'mcp_capture' },
};
const unreachable: ErrorExample = {
  summary: 'The page cannot be opened',
  code: 'HOST_UNREACHABLE',
  message: 'The host name of the page was not found. Check the spelling of the address.',
};
const selectorMissing: ErrorExample = {
  summary: 'A selector that fits nothing',
  code: 'SELECTOR_NOT_FOUND',
  message: 'Nothing on the page fits "#plans".',
  details: [{ path: 'selectors', code: 'SELECTOR_NOT_FOUND', message: 'Nothing on the page fits "#plans".' }],
};
const noCaptureNode: ErrorExample = {
  summary: 'No capture node is connected',
  code: 'CAPTURE_UNAVAILABLE',
  message: 'This farm has no capture node at the moment. Try again when one is connected.',
};
const noBrowser: ErrorExample = {
  summary: 'No browser is free',
  code: 'NO_BROWSER_AVAILABLE',
  message: 'No capture node can open another browser now. Try again soon.',
};
const templateChanged: ErrorExample = {
  summary: 'The scene got another template meanwhile',
  code: 'TEMPLATE_CHANGED',
  message: 'The scene got another template meanwhile, which has no slot "page" of that shape. Capture it again.',
};
const expired: ErrorExample = {
  summary: 'The capture is older than a day',
  code: 'CAPTURE_EXPIRED',
  message: 'A capture can be selected from for 24 hours. Capture the page again.',
};
const needsPage: ErrorExample = {
  summary: 'The slot shows parts of a page',
  code: 'SLOT_NEEDS_A_PAGE',
  message: 'The slot "page" shows parts of a page, which a still image does not have. Use auto-capture for it.',
};
const noWebsite: ErrorExample = {
  summary: 'The brand was described by its caller',
  code: 'BRAND_HAS_NO_WEBSITE',
  message: 'This brand was described by its caller and has no website to read. Change it with PATCH.',
};
const noReader: ErrorExample = {
  summary: 'No capture node is connected',
  code: 'BRAND_WEBSITE_UNAVAILABLE',
  message:
    'Nothing could be read from the website: Reading a website needs a capture node, and none is connected to this farm now.',
};

const captureId = `cap_${exampleUuid}`;

/** What the reference says of captures of web pages, and of brands that are read from one. */
export const captureNotes: Readonly<Record<string, OperationNotes>> = {
  'POST /projects/{projectId}/scenes/{sceneId}/auto-capture': {
    operationId: 'autoCapture',
    requestExample: { url: 'https://example.com/pricing', focus: ['pricing', 'plans'], annotate: true },
    errors: {
      400: [unreachable, selectorMissing],
      403: [featureMissing],
      409: [templateChanged],
      503: [noBrowser],
    },
  },
  'POST /projects/{projectId}/scenes/{sceneId}/capture-selection': {
    operationId: 'selectCapture',
    requestExample: { captureId, selectedComponentIds: ['cmp_pricing'] },
    errors: { 400: [expired], 409: [templateChanged] },
  },
  'POST /projects/{projectId}/scenes/{sceneId}/capture-image': {
    operationId: 'captureImage',
    requestExample: { imageUrl: 'https://example.com/screenshot.png' },
    answer: { captureId: null, selected: [] },
    errors: { 400: [needsPage], 409: [templateChanged] },
  },
  'GET /projects/{projectId}/captures/pending': {
    operationId: 'listPendingCaptures',
    description:
      'Scenes whose template shows a web page that was not captured yet. Publishing is refused with the same list.',
  },
  'POST /browse/capture': {
    operationId: 'capturePage',
    requestExample: { url: 'https://example.com/pricing', selector: '#plans', viewport: 'desktop' },
    answer: { url: 'https://example.com/pricing', title: 'Pricing' },
    errors: { 400: [unreachable], 403: [featureMissing], 503: [noCaptureNode] },
  },
  'POST /brands/{id}/refresh': {
    operationId: 'refreshBrand',
    errors: { 400: [noWebsite], 503: [noReader] },
  },
};
