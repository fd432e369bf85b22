import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLauncherConfig } from '../config.ts';
import { startPostgres } from '../postgres.ts';
import { checkBrowsers } from './browsers.ts';
import { checkDatabase } from './database.ts';
import { checkMemory, checkPort, checkStorage } from './machine.ts';
import { checkEncoders, checkFonts, checkMusic, checkVoices } from './media.ts';
import { launcherSettings, processSettings } from './settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelyard-doctor-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the doctor', () => {
  it('proves that the embedded database starts, and leaves the data of the farm alone', async () => {
    const dataPath = join(folder, 'no-data');
    const finding = await checkDatabase(readLauncherConfig({ FARM_DATA: dataPath }));
    expect(finding).toMatchObject({
      verdict: 'good',
      what: expect.stringMatching(/PostgreSQL 18\.\d+ starts \(no data yet\)/),
    });
    expect(existsSync(dataPath)).toBe(false);
  });

  it('starts a browser and says whether its pages are confined; says what to do where there is none', async () => {
    const [browser, sandbox] = await checkBrowsers({ PATH: process.env['PATH'] ?? '' });
    expect(browser).toMatchObject({
      verdict: 'good',
      what: expect.stringMatching(/^Chromium \d+[.\d]+ starts in \d+ ms/),
    });
    expect(sandbox).toMatchObject({ part: 'Browser sandbox' });
    const [missing] = await checkBrowsers({ PATH: '', CHROMIUM_PATH: '/no/such/chromium' });
    expect(missing).toMatchObject({ verdict: 'limited', hint: expect.stringContaining('CHROMIUM_PATH') });
  });

  it('asks the database that was given, and says what is wrong with one that does not answer', async () => {
    const server = await startPostgres({ dataDir: join(folder, 'given') });
    const found = await checkDatabase(readLauncherConfig({ DATABASE_URL: server.url }));
    await server.stop();
    expect(found).toMatchObject({ verdict: 'good', what: expect.stringContaining('/farm (DATABASE_URL)') });
    const gone = await checkDatabase(readLauncherConfig({ DATABASE_URL: server.url }));
    expect(gone).toMatchObject({ verdict: 'broken', hint: expect.stringContaining('DATABASE_URL') });
    for (const { what } of [found, gone]) expect(what).not.toContain(new URL(server.url).password);
  });

  it('tells a free port, a farm and a stranger apart', async () => {
    let path = '/nothing';
    const server = createServer((request, response) => response.writeHead(request.url === path ? 200 : 404).end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const config = readLauncherConfig({ FARM_PORT: String((server.address() as AddressInfo).port) });
    expect(await checkPort(config)).toMatchObject({ verdict: 'broken', hint: expect.stringContaining('FARM_PORT=') });
    path = '/healthz';
    expect(await checkPort(config)).toMatchObject({
      verdict: 'good',
      what: expect.stringContaining('a farm is running'),
    });
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(await checkPort(config)).toMatchObject({ verdict: 'good', what: expect.stringContaining('is free') });
    expect(await checkPort({ ...config, host: '192.0.2.1' })).toMatchObject({ verdict: 'broken' });
  });

  it('finds a folder that cannot be written, and leaves none behind that was not there', () => {
    writeFileSync(join(folder, 'a-file'), '');
    const blocked = readLauncherConfig({ FARM_DATA: join(folder, 'a-file', '.farm') });
    expect(checkStorage(blocked)).toMatchObject({ verdict: 'broken', hint: expect.stringContaining('FARM_DATA') });
    const fresh = join(folder, 'fresh');
    expect(checkStorage(readLauncherConfig({ FARM_DATA: fresh })).what).toContain(fresh);
    expect(existsSync(fresh)).toBe(false);
  });

  it('says how many workers fit where the memory does not hold those that are asked for', () => {
    const finding = checkMemory(readLauncherConfig({ FARM_WORKERS: '100000' }));
    expect(finding).toMatchObject({ verdict: 'limited', hint: expect.stringMatching(/FARM_WORKERS=\d+$/) });
  });

  it('believes an encoder only after it made frames: H.264 and VP9 work with what comes as packages', async () => {
    const [program, ...encoders] = await checkEncoders();
    expect(program).toMatchObject({ verdict: 'good', part: 'ffmpeg' });
    expect(encoders.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    expect(encoders).toContainEqual(expect.objectContaining({ part: 'Encoder libx264', verdict: 'good' }));
  });

  it('finds fonts, music and voices in the checkout', () => {
    expect([checkFonts(), checkMusic(), checkVoices()].map(({ verdict }) => verdict)).toEqual(['good', 'good', 'good']);
  });
});

describe('the settings that the doctor lists', () => {
  it('have a value, a reason, and no secret in them', () => {
    const environment = { DATABASE_URL: 'postgres://u:hush@db/farm', FARM_PORT: '9000' };
    const settings = launcherSettings(environment);
    expect(settings.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({ value: '(set)', isDefault: false });
    expect(settings.find(({ name }) => name === 'FARM_PORT')).toMatchObject({ value: '9000', isDefault: false });
    expect(settings.find(({ name }) => name === 'FARM_DATA')).toMatchObject({ value: './.farm', isDefault: true });
    expect(settings.filter(({ why }) => why === '')).toEqual([]);
    expect(JSON.stringify(settings)).not.toContain('hush');
  });

  it('take those of a process from its own configuration', () => {
    const settings = processSettings('@reelyard/control-plane/config.ts', { LOG_LEVEL: 'debug' });
    expect(settings.map(({ name }) => name)).toEqual(expect.arrayContaining(['FARM_EGRESS_ALLOW', 'LOG_LEVEL']));
    expect(settings.find(({ name }) => name === 'LOG_LEVEL')).toMatchObject({ value: 'debug', isDefault: false });
    expect(settings.map(({ name }) => name)).not.toContain('FARM_NODE_TOKEN');
    expect(settings.filter(({ why }) => why === '')).toEqual([]);
  });
});
