import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyWebsocket from '@fastify/websocket';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigins, sameOriginRefusal } from '../../http/same-origin.ts';
import type { SessionNode } from '../../nodes/operations.ts';
import type { SessionsClient } from '../client.ts';
import { drivePage, type LinkProblem, pageFilesPath, problemPage, startPage } from '../login-page-html.ts';
import { loginPath, type SignIn } from '../operations/sign-in.ts';
import type { BrowseSession } from '../session.ts';
import { bridgeLive } from './live-bridge.ts';

export interface LoginPageDeps {
  readonly people: SignIn;
  readonly nodes: { findSessionNode(nodeId: string): Promise<SessionNode | null> };
  readonly client: Pick<SessionsClient, 'live'>;
  readonly accountName: (accountId: string) => Promise<string>;
  /** The account of the person who looks, where they are signed in to the farm; null for everybody else. */
  readonly viewerAccountId: (request: FastifyRequest) => Promise<string | null>;
  /** Where people reach the farm, without a slash at the end. */
  readonly publicUrl: string;
  readonly onFault: (error: unknown) => void;
}

/** Own files and own connections, and nothing else; nobody may put the page into a frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const files = [
  { file: 'remote-browser.css', type: 'text/css; charset=utf-8' },
  { file: 'remote-browser.js', type: 'text/javascript; charset=utf-8' },
] as const;
const readPage = (file: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../pages/${file}`, import.meta.url)), 'utf8');

const cookieName = 'reelyard_remote_browser';
const cookieSeconds = 3_600;
const drivePath = (sessionId: string): string => `${loginPath}/drive/${sessionId}`;

const cookieOf = (request: FastifyRequest): string => {
  const pairs = (request.headers.cookie ?? '').split(/; */).map((pair) => pair.split('=', 2));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? '';
};

type Tokened = { Params: { token: string } };
type Driven = { Params: { sessionId: string } };

/**
 * The pages where a person signs in in the remote browser (N35): the link's own page changes nothing; its button takes
 * the link, and from then on only the window with the cookie drives. Outside /api/v2: their visitors are people.
 */
export const loginPageRoutes =
  ({ people, nodes, client, accountName, viewerAccountId, publicUrl, onFault }: LoginPageDeps): FastifyPluginAsync =>
  async (app) => {
    const origins = ownOrigins(publicUrl);
    await app.register(fastifyWebsocket, { options: { maxPayload: 64 * 1_024, perMessageDeflate: false } });
    // A form without fields: nothing of its body is used.
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => {
      done(null, null);
    });
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': request.url.startsWith(pageFilesPath) ? 'no-cache' : 'no-store',
      });
    });

    for (const { file, type } of files) {
      const content = await readPage(file);
      app.get(`${pageFilesPath}/${file}`, async (_request, reply) => await reply.type(type).send(content));
    }

    const html = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text);
    const refuse = (reply: FastifyReply, problem: LinkProblem): FastifyReply =>
      html(reply.code(problem === 'unknown' ? 404 : problem.startsWith('other') ? 403 : 410), problemPage(problem));

    const factsOf = async ({ startHost, accountId }: BrowseSession) => ({
      host: startHost,
      accountName: await accountName(accountId),
    });
    /** D14: a person who is signed in to another account was sent somebody else's link. */
    const isOthers = async (request: FastifyRequest, { accountId }: BrowseSession): Promise<boolean> => {
      const viewer = await viewerAccountId(request);
      return viewer !== null && viewer !== accountId;
    };

    app.get<Tokened>(`${loginPath}/:token`, async (request, reply) => {
      const link = await people.readLink(request.params.token);
      if (typeof link === 'string') return refuse(reply, link);
      if (await isOthers(request, link.session)) return refuse(reply, 'other_account');
      return html(reply, startPage(await factsOf(link.session)));
    });

    app.post<Tokened>(`${loginPath}/:token`, async (request, reply) => {
      const link = await people.readLink(request.params.token);
      if (typeof link === 'string') return refuse(reply, link);
      if (await isOthers(request, link.session)) return refuse(reply, 'other_account');
      const redeemed = await people.redeem(request.params.token);
      if (typeof redeemed === 'string') return refuse(reply, redeemed);
      const { session, secret } = redeemed;
      const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
      const cookie = `${cookieName}=${secret}; Path=${drivePath(session.id)}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict${secure}`;
      return await reply.header('set-cookie', cookie).redirect(drivePath(session.id), 303);
    });

    const drivenBy = (request: FastifyRequest<Driven>): Promise<BrowseSession | null> =>
      people.driven(request.params.sessionId, cookieOf(request));

    app.get<Driven>(drivePath(':sessionId'), async (request, reply) => {
      const session = await drivenBy(request);
      return session === null
        ? refuse(reply, 'other_window')
        : html(reply, drivePage(session.id, await factsOf(session)));
    });

    app.post<Driven>(`${drivePath(':sessionId')}/done`, async (request, reply) => {
      const refusal = sameOriginRefusal(request, origins);
      if (refusal !== null) throw refusal;
      const session = await drivenBy(request);
      if (session === null) return refuse(reply, 'other_window');
      await people.finish(session);
      return await reply.code(204).send();
    });

    app.get<Driven>(`${drivePath(':sessionId')}/live`, { websocket: true }, async (socket, request) => {
      // A WebSocket is not held to the same origin by browsers, and its handshake is a GET.
      if (!origins.has(request.headers.origin ?? '')) return socket.close(1008);
      const secret = cookieOf(request);
      const session = await people.driven(request.params.sessionId, secret);
      const node = session === null ? null : await nodes.findSessionNode(session.nodeId);
      if (session === null || node === null) return socket.close(1008);
      bridgeLive({
        person: socket,
        browser: client.live(node, session.id),
        isDriver: async () => (await people.driven(session.id, secret)) !== null,
        stay: () => people.stay(session.id, secret),
        leave: () => people.leave(session.id, secret),
        onFault,
      });
    });
  };
