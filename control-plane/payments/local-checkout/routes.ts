import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { limitBodyTime } from '../../http/body-deadline.ts';
import { Refusal } from '../../http/refusal.ts';
import { checkoutPage, checkoutPageHeaders } from './checkout-page.ts';
import type { LocalCheckoutOperations } from './operations.ts';

const params = z.object({ checkoutId: z.string().regex(/^lcs_[\w-]{32}$/) });
const formSchema = z.object({ decision: z.enum(['pay', 'decline']), token: z.string().max(200) });

const formType = 'application/x-www-form-urlencoded';
/** Two short fields. */
const maxFormBytes = 2_048;
const formDeadlineMs = 10_000;

const noCheckout = (): Refusal =>
  new Refusal('not_found', { code: 'CHECKOUT_NOT_FOUND', message: 'There is no such checkout.' });

const idOf = (given: unknown): string => {
  const read = params.safeParse(given);
  if (!read.success) throw noCheckout();
  return read.data.checkoutId;
};

/** `/checkout/local/:checkoutId`: the page where test money is paid, outside the API and its keys. */
export const localCheckoutRoutes =
  ({ checkouts, publicUrl }: { checkouts: LocalCheckoutOperations; publicUrl: string }): FastifyPluginAsync =>
  async (app) => {
    const headers = checkoutPageHeaders(publicUrl);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
    limitBodyTime(app, formDeadlineMs);

    app.get(
      '/checkout/local/:checkoutId',
      { schema: { hide: true } },
      async (request, reply): Promise<FastifyReply> => {
        const shown = await checkouts.show(idOf(request.params));
        return reply.headers(headers).type('text/html; charset=utf-8').send(checkoutPage(shown));
      },
    );

    app.post(
      '/checkout/local/:checkoutId',
      { schema: { hide: true } },
      async (request, reply): Promise<FastifyReply> => {
        const checkoutId = idOf(request.params);
        const form = formSchema.safeParse(request.body);
        if (!form.success) {
          throw new Refusal('bad_request', {
            code: 'FORM_INVALID',
            message: 'The form has a decision (pay or decline) and the token of its page.',
          });
        }
        const { state, paidUrl, cancelledUrl } = await checkouts.decide(checkoutId, form.data);
        // 303: the browser gets the next page, and going back does not pay again.
        return reply
          .headers(headers)
          .code(303)
          .header('location', state === 'paid' ? paidUrl : cancelledUrl)
          .send();
      },
    );
  };
