import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** Who signs in at the issuer, and how it misbehaves. */
export interface IssuerPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}
export interface Misbehaviour {
  /** Signs with a key that its JWKS does not have. */
  readonly foreignKey?: boolean;
  readonly nonce?: string;
  readonly audience?: string;
  readonly issuer?: string;
  readonly expired?: boolean;
}

export interface OidcIssuer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the issuer's own sign-in page would do: the address that the browser is sent back to. */
  approve(authorizationUrl: string, person: IssuerPerson, wrong?: Misbehaviour): string;
  close(): Promise<void>;
}

interface Grant {
  readonly person: IssuerPerson;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly wrong: Misbehaviour;
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** A small OpenID Connect issuer over HTTP: discovery, keys, and the code flow with PKCE and a signed ID token. */
export const startIssuer = async (port = 0): Promise<OidcIssuer> => {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const [clientId, clientSecret] = ['reelyard', 'canary-client-secret'];
  const grants = new Map<string, Grant>();

  const idTokenOf = ({ person, nonce, wrong }: Grant): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ ...person, nonce: wrong.nonce ?? nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setIssuer(wrong.issuer ?? url)
      .setAudience(wrong.audience ?? clientId)
      .setIssuedAt(now - (wrong.expired === true ? 7_200 : 0))
      .setExpirationTime(now + (wrong.expired === true ? -3_600 : 300))
      .sign(wrong.foreignKey === true ? foreign.privateKey : own.privateKey);
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const basic = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    const [id, secret] = basic === '' ? [body.get('client_id'), body.get('client_secret')] : basic.split(':');
    const grant = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant !== undefined &&
      id === clientId &&
      secret === clientSecret &&
      challenge === grant.challenge &&
      body.get('redirect_uri') === grant.redirectUri;
    if (!isRight) return send(response, 400, { error: 'invalid_grant' });
    const answer = { access_token: 'canary-access-token', token_type: 'Bearer', expires_in: 300 };
    send(response, 200, { ...answer, id_token: await idTokenOf(grant) });
  };

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/.well-known/openid-configuration') {
      send(response, 200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    } else if (path === '/keys') send(response, 200, { keys: [jwk] });
    else if (path === '/token') void token(request, response);
    else send(response, 404, {});
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    clientId,
    clientSecret,
    approve(authorizationUrl, person, wrong = {}) {
      const { searchParams } = new URL(authorizationUrl);
      const asked = (name: string): string => searchParams.get(name) ?? '';
      const code = randomUUID();
      grants.set(code, {
        person,
        wrong,
        nonce: asked('nonce'),
        challenge: asked('code_challenge'),
        redirectUri: asked('redirect_uri'),
      });
      const back = new URL(asked('redirect_uri'));
      back.search = new URLSearchParams({ code, state: asked('state') }).toString();
      return `${back.pathname}${back.search}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
