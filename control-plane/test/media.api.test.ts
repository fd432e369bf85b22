import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const get = (address: string) => farm.call(farm.keys.live, 'GET', address);

/** Plays an address as a player does: without a key. */
const play = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  farm.app.inject({ method, url: new URL(url).pathname, headers });

describe('media', () => {
  it('S68: lists music with previews that play', async () => {
    const { status, body } = await get('/media/music');
    expect(status).toBe(200);
    expect(body.meta.pagination).toMatchObject({ page: 1, limit: 20, total: body.data.tracks.length });
    expect(body.data.tracks.length).toBeGreaterThanOrEqual(2);
    for (const track of body.data.tracks) {
      expect(track).toMatchObject({ id: expect.stringMatching(/^trk_/), loopable: expect.any(Boolean) });
      expect(track).not.toHaveProperty('fileName');
      const file = await play(track.previewUrl);
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-type']).toBe('audio/mp4');
      expect(file.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
    }
  });

  it('S68: searches and pages', async () => {
    const found = await get('/media/music?query=calm');
    expect(found.body.data.tracks.map((track: { id: string }) => track.id)).toEqual(['trk_slow-morning']);
    const second = await get('/media/music?limit=1&page=2');
    expect(second.body.data.tracks).toHaveLength(1);
    expect((await get('/media/music?limit=101')).status).toBe(400);
    expect((await get('/media/music?page=0')).status).toBe(400);
  });

  it('S69: lists the voices that ship, each with a sample that plays', async () => {
    const { status, body } = await get('/media/voices?limit=100');
    expect(status).toBe(200);
    expect(body.data.voices.map((voice: { id: string }) => voice.id)).toContain('voi_english-us');
    for (const voice of body.data.voices) {
      const file = await play(voice.sampleUrl);
      expect([voice.id, file.statusCode]).toEqual([voice.id, 200]);
      expect(file.rawPayload.length).toBeGreaterThan(5_000);
    }
  });

  it('N33: finds voices by language', async () => {
    const { body } = await get('/media/voices?language=de');
    expect(body.data.voices.map((voice: { id: string }) => voice.id)).toEqual(['voi_german']);
  });

  it('plays a part, keeps what is known, and knows no other file', async () => {
    const { body } = await get('/media/music');
    const url = body.data.tracks[0].previewUrl as string;
    const part = await play(url, { range: 'bytes=4-7' });
    expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
    expect(part.headers['content-range']).toMatch(/^bytes 4-7\/\d+$/);
    expect((await play(url, { range: 'bytes=999999999-' })).statusCode).toBe(416);
    expect((await play(url, { 'if-none-match': String(part.headers['etag']) })).statusCode).toBe(304);
    const head = await play(url, {}, 'HEAD');
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const path of ['/media/music/trk_none.m4a', '/media/music/..%2fcatalog.m4a', '/media/voices/toString.m4a'])
      expect((await play(`http://farm${path}`)).statusCode).toBe(404);
  });

  it('S101: asks for a key', async () => {
    expect((await farm.call(null, 'GET', '/media/music')).status).toBe(401);
  });
});
