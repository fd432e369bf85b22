import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { type Caller, callerOf, type KeyCaller, type WebCaller } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { type AccountView, accountSchema } from './account-view.ts';
import type { AccountOperations } from './operations.ts';

export interface AccountRoutesDeps {
  readonly accounts: Pick<AccountOperations, 'describe'>;
  /** Supplied by the features that know keys and users. */
  readonly describeKey: (caller: KeyCaller) => Promise<{ readonly name: string }>;
  readonly describeUser: (caller: WebCaller) => Promise<{ readonly email: string; readonly name: string }>;
}

/** GET /account: who am I. Any key may ask, whatever its scopes: it is told nothing that it could not do. */
export const accountRoutes =
  ({ accounts, describeKey, describeUser }: AccountRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const actorOf = async (caller: Caller): Promise<Pick<AccountView, 'key' | 'user'>> => {
      if (caller.kind === 'key') {
        const { name } = await describeKey(caller);
        return { key: { id: caller.keyId, name, scopes: [...caller.scopes] }, user: null };
      }
      const { email, name } = await describeUser(caller);
      return { key: null, user: { id: caller.userId, email, name, role: caller.role } };
    };

    api.get(
      '/account',
      {
        schema: {
          summary: 'Who calls',
          description: 'The account with its plan, and the key or the person that acts for it in this request.',
          tags: ['Account'],
          response: { 200: envelope(accountSchema), ...errorResponses() },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const account = await accounts.describe(caller.accountId);
        return ok({ ...account, environment: caller.environment, ...(await actorOf(caller)) });
      },
    );
  };
