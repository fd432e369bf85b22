import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readLauncherConfig } from './config.ts';

it('has a default for every setting, also for one that is set to nothing', () => {
  expect(readLauncherConfig({ FARM_PORT: '', DATABASE_URL: '' })).toMatchObject({
    dataPath: resolve('.farm'),
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: null,
    renderNodeCount: 1,
    workerCount: null,
    environment: {},
  });
});

it('names every problem at once, with the value that was given', () => {
  const read = () => readLauncherConfig({ FARM_PORT: '99999', DATABASE_URL: 'mysql://x', FARM_WORKERS: 'many' });
  expect(read).toThrow(/FARM_PORT=99999[\s\S]*DATABASE_URL[\s\S]*FARM_WORKERS=many/);
});

it('never shows the password of a database', () => {
  expect(() => readLauncherConfig({ DATABASE_URL: 'mysql://farm:hush@db/farm' })).toThrow(/^(?![\s\S]*hush)/);
});
