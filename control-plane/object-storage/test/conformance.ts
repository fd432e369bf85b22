import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { KeyTakenError, type ObjectStore, type SignedUpload } from '../object-store.ts';
import { storedAddresses } from '../stored-addresses.ts';

export interface StoreUnderTest {
  readonly store: ObjectStore;
  /** Another one of the same objects, as another control plane has it. */
  readonly another: ObjectStore;
  readonly maxUploadBytes: number;
  /** Runs with the clock of the store set back. */
  earlier<T>(seconds: number, run: () => Promise<T>): Promise<T>;
}

export const freshKey = (extension = 'png'): string => `accounts/acc_1/images/${randomUUID()}.${extension}`;
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const putTo = (target: SignedUpload, body: Buffer, headers: Record<string, string> = target.headers) =>
  fetch(target.url, { method: 'PUT', headers, body: new Uint8Array(body) });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** The address with one character of the path or the query exchanged. */
const alterations = (address: string): string[] => {
  const url = new URL(address);
  const place = (url.pathname.length + url.search.length) / 2;
  const at = address.length - Math.floor(place / 2);
  const altered = address[at] === 'a' ? 'b' : 'a';
  return [
    `${address.slice(0, at)}${altered}${address.slice(at + 1)}`,
    address.replace(/(ignature=)(.)/, (_all, name: string, digit: string) => `${name}${digit === '0' ? '1' : '0'}`),
    address.replace(/(xpires=)/, '$19'),
    `${url.origin}${url.pathname}`,
  ];
};

/** What every object store must do; `stage` gives the store, which may be made in a hook. */
export const conformance = (name: string, stage: () => StoreUnderTest): void => {
  const store = (): ObjectStore => stage().store;
  const stored = async (bytes: Buffer, contentType = 'video/mp4'): Promise<string> => {
    const key = freshKey('mp4');
    await store().put(key, bytes, contentType);
    return key;
  };

  describe(`an object store (${name})`, () => {
    test('says that it is there', async () => {
      await store().ping();
      await store().ping();
    });

    test('gives back what was put, with its size, type and our own hash', async () => {
      const [key, bytes] = [freshKey(), Buffer.from('some bytes')];
      const expected = { key, sizeBytes: bytes.length, sha256: sha256(bytes), contentType: 'image/png' };
      expect(await store().put(key, bytes, 'image/png')).toEqual(expected);
      expect(await store().head(key)).toEqual(expected);
      expect(await buffer(await store().read(key))).toEqual(bytes);
    });

    test('knows nothing of what is not there', async () => {
      expect(await store().head(freshKey())).toBeNull();
      await expect(store().read(freshKey())).rejects.toThrow('no stored object');
      expect((await fetch(await store().signRead(freshKey(), { expiresInSeconds: 60 }))).status).toBe(404);
    });

    test('takes the same bytes again and refuses others for a taken key', async () => {
      const key = freshKey();
      const first = await store().put(key, Buffer.from('one'), 'image/png');
      expect(await store().put(key, Buffer.from('one'), 'image/png')).toEqual(first);
      await expect(store().put(key, Buffer.from('two'), 'image/png')).rejects.toThrow(KeyTakenError);
      expect(await store().head(key)).toEqual(first);
    });

    test('B4: of many writers of one key exactly one wins, and the description is the winner’s', async () => {
      const key = freshKey();
      const bodies = Array.from({ length: 20 }, (_, index) => Buffer.from(`writer ${index}`.repeat(index + 1)));
      const ended = await Promise.allSettled(bodies.map((body) => store().put(key, body, 'image/png')));
      expect(ended.filter(({ status }) => status === 'fulfilled').length).toBe(1);
      const winner = await store().head(key);
      const body = await buffer(await store().read(key));
      expect({ sha256: winner?.sha256, sizeBytes: winner?.sizeBytes }).toEqual({
        sha256: sha256(body),
        sizeBytes: body.length,
      });
    });

    test('deletes, also what is not there', async () => {
      const key = freshKey();
      await store().put(key, Buffer.from('x'), 'image/png');
      await store().delete(key);
      await store().delete(key);
      expect(await store().head(key)).toBeNull();
      const target = await store().signUpload(key, 'image/png', 60);
      expect((await putTo(target, Buffer.from('y'))).ok).toBe(true);
      await store().delete(key);
      expect(await store().head(key)).toBeNull();
    });

    test.each(['../secret', 'a/../b', '/etc/passwd', 'a//b', 'a/b.object/c', '', '.incoming/x', 'a\0b', 'a b'])(
      'G11: %j is no key',
      async (key) => {
        const notKey = 'not a storage key';
        await expect(store().put(key, Buffer.from('x'), 'image/png')).rejects.toThrow(notKey);
        await expect(store().head(key)).rejects.toThrow(notKey);
        await expect(store().read(key)).rejects.toThrow(notKey);
        await expect(store().delete(key)).rejects.toThrow(notKey);
        await expect(store().signRead(key, { expiresInSeconds: 60 })).rejects.toThrow(notKey);
        await expect(store().signUpload(key, 'image/png', 60)).rejects.toThrow(notKey);
      },
    );
  });

  describe(`signed reads (${name})`, () => {
    const bytes = Buffer.from('0123456789');
    const address = async (): Promise<string> => store().signRead(await stored(bytes), { expiresInSeconds: 60 });

    test('a whole object comes with its type, its length and an entity tag, shown inline', async () => {
      const answer = await fetch(await address());
      expect(answer.status).toBe(200);
      expect(await bytesOf(answer)).toEqual(bytes);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': '10',
        'content-disposition': 'inline',
        'cache-control': expect.stringContaining('private'),
        etag: expect.stringMatching(/^".+"$/),
      });
    });

    test('ranges are answered with 206 and 416', async () => {
      const url = await address();
      const middle = await fetch(url, { headers: { range: 'bytes=2-4' } });
      expect([middle.status, await middle.text(), middle.headers.get('content-range')]).toEqual([
        206,
        '234',
        'bytes 2-4/10',
      ]);
      const end = await fetch(url, { headers: { range: 'bytes=-3' } });
      expect([end.status, await end.text()]).toEqual([206, '789']);
      const beyond = await fetch(url, { headers: { range: 'bytes=10-' } });
      await beyond.arrayBuffer();
      expect(beyond.status).toBe(416);
    });

    test('If-None-Match says when nothing changed', async () => {
      const url = await address();
      const first = await fetch(url);
      await first.arrayBuffer();
      const etag = first.headers.get('etag') ?? '';
      expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
      expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    });

    test.each([
      ['Zürich "1".mp4', `attachment; filename="Zurich _1_.mp4"; filename*=UTF-8''Z%C3%BCrich%20%221%22.mp4`],
      ['日本 & co.mp4', `attachment; filename="__ & co.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%26%20co.mp4`],
      ['50% +1;a=b.mp4', `attachment; filename="50_ +1;a=b.mp4"; filename*=UTF-8''50%25%20%2B1%3Ba%3Db.mp4`],
      ['a\r\nx: y.mp4', `attachment; filename="a__x: y.mp4"; filename*=UTF-8''a%0D%0Ax%3A%20y.mp4`],
    ])('S67: a download is forced under its name, whatever it holds: %j', async (downloadFilename, expected) => {
      const url = await store().signRead(await stored(bytes), { expiresInSeconds: 60, downloadFilename });
      const answer = await fetch(url);
      expect(await bytesOf(answer)).toEqual(bytes);
      expect(answer.headers.get('content-disposition')).toBe(expected);
      expect(answer.headers.get('x')).toBeNull();
    });

    test('G12: a changed byte, another key, another method or no signature opens nothing', async () => {
      const [url, other] = [await address(), await address()];
      const exchanged = `${new URL(other).origin}${new URL(other).pathname}${new URL(url).search}`;
      for (const altered of [...alterations(url), exchanged]) {
        const answer = await fetch(altered);
        await answer.arrayBuffer();
        expect([answer.status, altered]).toEqual([expect.toBeOneOf([400, 403, 404]), altered]);
      }
      for (const added of [
        'response-content-disposition=attachment',
        'response-content-type=text/html',
        'name=x.html',
      ]) {
        const answer = await fetch(`${url}&${added}`);
        await answer.arrayBuffer();
        const { status, headers } = answer;
        const isAsSigned =
          headers.get('content-disposition') === 'inline' && headers.get('content-type') === 'video/mp4';
        expect([added, status === 200 ? isAsSigned : status]).toEqual([added, expect.toBeOneOf([true, 403])]);
      }
      for (const method of ['PUT', 'DELETE', 'POST']) {
        const answer = await fetch(url, { method, ...(method === 'DELETE' ? {} : { body: 'x' }) });
        await answer.arrayBuffer();
        expect(answer.status).toBeOneOf([403, 404, 405, 501]);
      }
      expect(await bytesOf(await fetch(url))).toEqual(bytes);
    });

    test('G12: an address ends when it says', async () => {
      const key = await stored(bytes);
      const late = await stage().earlier(62, () => store().signRead(key, { expiresInSeconds: 60 }));
      expect((await fetch(late)).status).toBe(403);
      const good = await stage().earlier(30, () => store().signRead(key, { expiresInSeconds: 60 }));
      expect((await fetch(good)).status).toBe(200);
    });
  });

  describe(`addresses of our own answers (${name})`, () => {
    test('lead to one origin, and to the file that they were signed for', async () => {
      const addresses = await storedAddresses(store());
      const { origin } = addresses;
      const bytes = Buffer.from('a picture');
      const address = await store().signRead(await stored(bytes, 'image/jpeg'), { expiresInSeconds: 60 });
      expect(new URL(address).origin).toBe(origin);
      expect(await addresses.readAt(address, 9)).toEqual({ contentType: 'image/jpeg', body: bytes });
      expect(await addresses.readAt(address, 8)).toBeNull();
      expect(await addresses.readAt(await store().signRead(freshKey(), { expiresInSeconds: 60 }), 9)).toBeNull();
      expect(await addresses.readAt(address.replace('http:', 'https:'), 9)).toBeNull();
      expect(await addresses.readAt(`${origin}/elsewhere`, 9)).toBeNull();
      expect(await addresses.readAt('no address', 9)).toBeNull();
    });
  });

  describe(`signed uploads (${name})`, () => {
    test('I12: what was uploaded is described by its own bytes, and read back whole', async () => {
      const [key, bytes] = [freshKey('mp4'), Buffer.from('a mezzanine'.repeat(50_000 / 11))];
      const target = await store().signUpload(key, 'video/mp4', 60);
      expect((await putTo(target, bytes)).ok).toBe(true);
      const expected = { key, sizeBytes: bytes.length, sha256: sha256(bytes), contentType: 'video/mp4' };
      expect(await store().head(key)).toEqual(expected);
      expect(await store().head(key)).toEqual(expected);
      expect(await buffer(await store().read(key))).toEqual(bytes);
      const answer = await fetch(await store().signRead(key, { expiresInSeconds: 60 }));
      expect([answer.headers.get('content-type'), await bytesOf(answer)]).toEqual(['video/mp4', bytes]);
    });

    test('B4: what was accepted stays, whatever still comes to its address', async () => {
      const key = freshKey('mp4');
      const target = await store().signUpload(key, 'video/mp4', 60);
      const bytes = Buffer.from('a mezzanine');
      expect((await putTo(target, bytes)).ok).toBe(true);
      const accepted = await store().head(key);
      await (await putTo(target, Buffer.from('another'))).arrayBuffer();
      await (await putTo(await store().signUpload(key, 'video/mp4', 60), Buffer.from('a third'))).arrayBuffer();
      expect(await store().head(key)).toEqual(accepted);
      expect(await buffer(await store().read(key))).toEqual(bytes);
      await expect(store().put(key, Buffer.from('ours'), 'video/mp4')).rejects.toThrow(KeyTakenError);
    });

    test('B4: two control planes that accept one upload at once see the same', async () => {
      const key = freshKey('mp4');
      const bytes = Buffer.from('x'.repeat(100_000 - 1));
      const target = await store().signUpload(key, 'video/mp4', 60);
      await putTo(target, bytes);
      const seen = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? store() : stage().another).head(key)),
      );
      expect(new Set(seen.map((object) => object?.sha256))).toEqual(new Set([sha256(bytes)]));
    });

    test('G12: the content type is part of what was signed, and an upload address reads nothing', async () => {
      const key = freshKey('mp4');
      const target = await store().signUpload(key, 'video/mp4', 60);
      const other = await putTo(target, Buffer.from('x'), { ...target.headers, 'content-type': 'text/html' });
      expect(other.status).toBeOneOf([403, 415]);
      for (const altered of alterations(target.url)) {
        expect((await putTo({ ...target, url: altered }, Buffer.from('x'))).status).toBeOneOf([400, 403, 404]);
      }
      expect((await fetch(target.url)).status).toBe(403);
      expect(await store().head(key)).toBeNull();
      const late = await stage().earlier(62, () => store().signUpload(key, 'video/mp4', 60));
      expect((await putTo(late, Buffer.from('x'))).status).toBe(403);
      expect(await store().head(key)).toBeNull();
      expect((await putTo(target, Buffer.from('x'))).ok).toBe(true);
    });

    test('I12: an uploader cannot name the hash of what it uploads', async () => {
      const [key, claimed] = [freshKey('mp4'), sha256(Buffer.from('other bytes'))];
      const target = await store().signUpload(key, 'video/mp4', 60);
      const headers = { 'x-amz-meta-reelyard-sha256': claimed, 'x-amz-meta-reelyard-proof': '0'.repeat(64) };
      await (await putTo(target, Buffer.from('x'), { ...target.headers, ...headers })).arrayBuffer();
      expect((await store().head(key))?.sha256 ?? null).toBeOneOf([null, sha256(Buffer.from('x'))]);
    });

    test('more bytes than allowed never become an object', async () => {
      const key = freshKey('mp4');
      const target = await store().signUpload(key, 'video/mp4', 60);
      const status = await putTo(target, Buffer.alloc(stage().maxUploadBytes + 1)).then(
        (answer) => answer.status,
        () => 413,
      );
      expect(status).toBeOneOf([200, 413]);
      expect(await store().head(key)).toBeNull();
    });

    test('C5: a body that breaks off leaves nothing behind, and the address takes the whole one', async () => {
      const key = freshKey('mp4');
      const target = await store().signUpload(key, 'video/mp4', 60);
      const { hostname, port, pathname, search } = new URL(target.url);
      const headers = Object.entries(target.headers).map(([header, value]) => `${header}: ${value}\r\n`);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers.join('')}`;
      await new Promise<void>((sent) =>
        socket.write(`${head}Content-Length: 50000\r\n\r\n${'x'.repeat(20_000)}`, () => sent()),
      );
      socket.destroy();
      await once(socket, 'close');
      expect(await store().head(key)).toBeNull();
      await expect.poll(async () => (await putTo(target, Buffer.from('whole'))).ok, { timeout: 20_000 }).toBe(true);
      expect((await store().head(key))?.sha256).toBe(sha256(Buffer.from('whole')));
    });
  });
};
