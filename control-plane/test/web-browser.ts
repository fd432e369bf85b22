import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { inTransaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { hashPassword } from '../sessions/operations/hash-password.ts';
import { insertUserOnce } from '../sessions/store.ts';
import type { Answer, Farm } from './harness.ts';

type Method = NonNullable<InjectOptions['method']>;

export interface SentFrom {
  readonly origin?: string | null;
  readonly clientAddress?: string;
  readonly headers?: Record<string, string>;
}

/** A browser as far as the farm sees one: it keeps cookies and says from which page it asks. */
export const webBrowser = (farm: Farm, from: SentFrom = {}) => {
  const jar = new Map<string, string>();
  const ownOrigin = new URL(farm.config.FARM_PUBLIC_URL).origin;

  const keep = (setCookie: string | readonly string[] | number | undefined): void => {
    for (const line of [typeof setCookie === 'number' ? [] : (setCookie ?? [])].flat()) {
      const [pair = ''] = line.split(';', 1);
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  };

  return {
    jar,
    cookie: (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),

    /** One request to the farm, at any path. */
    async ask(method: Method, address: string, body?: unknown, more: SentFrom = {}): Promise<Answer> {
      const { origin = ownOrigin, clientAddress = '127.0.0.1', headers = {} } = { ...from, ...more };
      const response = await farm.app.inject({
        method,
        url: address,
        remoteAddress: clientAddress,
        headers: {
          ...(jar.size === 0 ? {} : { cookie: this.cookie() }),
          ...(origin === null || method === 'GET' ? {} : { origin }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
      });
      keep(response.headers['set-cookie']);
      const isJson = response.headers['content-type']?.toString().includes('json') === true;
      return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body };
    },
    post(address: string, body: unknown = {}, more: SentFrom = {}): Promise<Answer> {
      return this.ask('POST', address, body, more);
    },
    get(address: string, more: SentFrom = {}): Promise<Answer> {
      return this.ask('GET', address, undefined, more);
    },
  };
};
export type WebBrowser = ReturnType<typeof webBrowser>;

export const goodPassword = 'otter violin drizzle';

/** The mails that the farm has put into files for somebody, oldest first, once there are `count` of them. */
export const mailsTo = async (farm: Farm, email: string, count: number): Promise<string[]> => {
  const folder = path.join(farm.config.FARM_DATA, 'mail');
  for (;;) {
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      names
        .filter((name) => name.endsWith('.txt'))
        .toSorted()
        .map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    const own = texts.filter((text) => text.startsWith(`To: ${email}\n`));
    if (own.length >= count) return own;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** What follows `#token=` in a mail. */
export const tokenIn = (mail: string | undefined): string => {
  const token = /#token=(\S+)/.exec(mail ?? '')?.[1];
  if (token === undefined) throw new Error(`the mail has no link: ${mail}`);
  return token;
};

/** A user whose address is confirmed and who never signed in; the browser is theirs. */
export const newUser = async (farm: Farm, email: string, password = goodPassword): Promise<WebBrowser> => {
  const user = {
    id: newId('usr'),
    loginId: newId('lgn'),
    email,
    name: 'Ada',
    passwordHash: await hashPassword(password),
  };
  await inTransaction(farm.db, (trx) => insertUserOnce(trx, user));
  return webBrowser(farm);
};
