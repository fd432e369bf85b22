/** Where a checkout ends when nothing else was said: the page of GET /billing/credits' topUpUrl. */
export const billingPath = '/billing';

/** Longer ones are no paths of the web app. */
export const maxReturnPathChars = 512;

export interface ReturnPathProblem {
  readonly code: string;
  readonly message: string;
}

/** What a path, a query and a fragment may be made of (RFC 3986): no backslash, no control character, no blank. */
const writtenAsPath = /^\/[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&'()*+,;=:@%/?]*)?(?:#[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
const escapedControl = /%(?:[01][0-9a-f]|7f)/i;
/** Escaped slashes, backslashes and escapes: some program on the way always unescapes once more. */
const hiddenSeparator = /%(?:2f|5c|25)/i;
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

const offSite: ReturnPathProblem = {
  code: 'RETURN_PATH_NOT_LOCAL',
  message:
    'Give a path of this web app: it begins with one slash, and has no host, backslash, "//", "..", blank or control character.',
};

/** False for an escape that is cut off or not UTF-8 (%c0%af is a slash to a careless reader). */
const canBeUnescaped = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
};

/**
 * N39: null where a buyer may be sent back to this path. What is refused is whatever a browser could read as another
 * host, by the writing alone: asking a URL parser instead would answer for one parser, and the path passes through a
 * payment provider, a redirect and the web app's own router.
 */
export const returnPathProblem = (returnPath: string): ReturnPathProblem | null => {
  if (returnPath.length > maxReturnPathChars) {
    return {
      code: 'RETURN_PATH_TOO_LONG',
      message: `It has ${returnPath.length} characters; at most ${maxReturnPathChars} are possible.`,
    };
  }
  if (!writtenAsPath.test(returnPath) || escapedControl.test(returnPath) || !canBeUnescaped(returnPath)) return offSite;
  const [path = ''] = returnPath.split(/[?#]/, 1);
  if (path.includes('//') || hiddenSeparator.test(path) || dotSegment.test(path)) return offSite;
  return null;
};

/**
 * Where the buyer goes when the checkout has ended: the path on this farm, with how it went and which payment it was.
 * `returnPath` has no problem (returnPathProblem).
 */
export const returnUrl = (
  publicUrl: string,
  returnPath: string,
  { checkout, sessionId }: { checkout: 'paid' | 'cancelled'; sessionId: string },
): string => {
  const url = new URL(`${publicUrl}${returnPath}`);
  url.searchParams.set('checkout', checkout);
  url.searchParams.set('sessionId', sessionId);
  return url.href;
};
