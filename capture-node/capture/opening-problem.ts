import type { CaptureProblem } from '@reelyard/shared/contracts/capture.ts';
import type { LeaseEndReason } from '../browsers/lease-ended.ts';
import type { OpenedAddress } from '../browsers/open-address.ts';
import { CaptureProblemError } from './capture-problem.ts';

type RefusalCode = Extract<OpenedAddress, { kind: 'refused' }>['code'];

const problemByRefusal: Readonly<Record<RefusalCode, CaptureProblem>> = {
  ADDRESS_INVALID: 'ADDRESS_REFUSED',
  SCHEME_NOT_ALLOWED: 'ADDRESS_REFUSED',
  HTTPS_REQUIRED: 'ADDRESS_REFUSED',
  CREDENTIALS_IN_ADDRESS: 'ADDRESS_REFUSED',
  ADDRESS_NOT_PUBLIC: 'ADDRESS_REFUSED',
  PORT_NOT_ALLOWED: 'ADDRESS_REFUSED',
  NAME_NOT_RESOLVED: 'HOST_UNREACHABLE',
  CERTIFICATE_NOT_TRUSTED: 'TLS_INVALID',
  UNREACHABLE: 'HOST_UNREACHABLE',
  TIMED_OUT: 'PAGE_TIMEOUT',
  CANCELLED: 'PAGE_TIMEOUT',
  TOO_MANY_REDIRECTS: 'TOO_MANY_REDIRECTS',
  TRAFFIC_LIMIT_REACHED: 'PAGE_TOO_LARGE',
  BODY_TOO_LARGE: 'PAGE_TOO_LARGE',
  BODY_UNREADABLE: 'HOST_UNREACHABLE',
  IS_A_DOWNLOAD: 'NOT_A_PAGE',
  PAGE_NOT_LOADED: 'HOST_UNREACHABLE',
};

/** RULE: why an address was not opened, in the words of captures. */
export const refusalProblem = (refused: {
  readonly code: RefusalCode;
  readonly message: string;
}): CaptureProblemError => new CaptureProblemError(problemByRefusal[refused.code], refused.message);

const tooHeavy = 'The page asks more of a browser than a page may. Give a lighter page.';
const problemByEnd: Readonly<Partial<Record<LeaseEndReason, readonly [CaptureProblem, string]>>> = {
  wall: ['PAGE_TIMEOUT', 'The page took too long to load or to hold still. Try again, or give a lighter page.'],
  memory: ['PAGE_TOO_LARGE', tooHeavy],
  cpu: ['PAGE_TOO_LARGE', tooHeavy],
  crashed: ['PAGE_CRASHED', 'The page crashed its browser. Give a lighter page.'],
};

/** RULE: what the page did that its browser was taken back; null where it was not the page's doing. */
export const endProblem = (reason: LeaseEndReason): CaptureProblemError | null => {
  const problem = problemByEnd[reason];
  return problem === undefined ? null : new CaptureProblemError(...problem);
};

const whyRefused = (status: number): string => {
  if (status === 404 || status === 410) return 'There is no page at this address';
  if (status === 403) return 'The site does not let this page be opened';
  if (status === 429) return 'The site says that it was asked too often';
  return status < 500 ? 'The site refused the request' : 'The site answered with an error of its own';
};

/** RULE: an answer that is no page to show: all of 4xx and 5xx but 401, which asks to sign in. */
export const statusProblem = (status: number): CaptureProblemError | null =>
  status < 400 || status === 401
    ? null
    : new CaptureProblemError(
        'PAGE_ERROR_STATUS',
        `${whyRefused(status)} (HTTP ${status}). Open it in your own browser, and give an address that shows the page.`,
      );

const pageTypes: readonly string[] = ['', 'text/html', 'application/xhtml+xml', 'text/plain'];

const nameOf = (contentType: string): string => {
  if (contentType === 'application/pdf') return 'a PDF document';
  if (contentType.startsWith('image/')) return 'a picture';
  if (/^(video|audio)\//.test(contentType)) return 'a recording';
  return contentType.endsWith('json') ? 'data (JSON)' : 'a file';
};

/** RULE: documents, pictures, data: not a web page. Where the site names no type, the browser's own look decides. */
export const typeProblem = (contentType: string): CaptureProblemError | null =>
  pageTypes.includes(contentType)
    ? null
    : new CaptureProblemError(
        'NOT_A_PAGE',
        `The address leads to ${nameOf(contentType)}, not to a web page. Give the address of a page.`,
      );
