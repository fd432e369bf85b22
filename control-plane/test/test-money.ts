import type { Farm, TestUser } from './harness.ts';

export interface OpenedCheckout {
  readonly sessionId: string;
  readonly checkoutUrl: string;
  /** Where the page lies on the farm. */
  readonly pagePath: string;
}

/** Opens a checkout of the farm's own page (FARM_LOCAL_CHECKOUT=on). */
export const openTestCheckout = async (
  buyer: Pick<TestUser, 'call'>,
  path: string,
  body: object = {},
): Promise<OpenedCheckout> => {
  const answer = await buyer.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  const { sessionId, checkoutUrl } = answer.body.data;
  return { sessionId, checkoutUrl, pagePath: new URL(checkoutUrl).pathname };
};

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

export const postForm = async (farm: Pick<Farm, 'app'>, pagePath: string, fields: Record<string, string>) =>
  farm.app.inject({
    method: 'POST',
    url: pagePath,
    headers: formType,
    payload: new URLSearchParams(fields).toString(),
  });

/** Presses a button of the checkout page, as a browser does. */
export const decideOnPage = async (farm: Pick<Farm, 'app'>, pagePath: string, decision: 'pay' | 'decline') => {
  const page = await farm.app.inject({ method: 'GET', url: pagePath });
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return postForm(farm, pagePath, { decision, token });
};

/** Buys something with test money. @returns the session id of the checkout */
export const buyWithTestMoney = async (
  farm: Pick<Farm, 'app'>,
  buyer: Pick<TestUser, 'call'>,
  path: string,
  body: object = {},
): Promise<string> => {
  const { sessionId, pagePath } = await openTestCheckout(buyer, path, body);
  const answer = await decideOnPage(farm, pagePath, 'pay');
  if (answer.statusCode !== 303) throw new Error(`paying: ${answer.statusCode} ${answer.body}`);
  return sessionId;
};
