import { expect, test } from 'vitest';
import { readConfig, redactConfig } from './config.ts';

const least = { FARM_CONTROL_URL: 'http://127.0.0.1:8080/', FARM_NODE_TOKEN: 'x'.repeat(24) };

test('two variables are enough; the rest has defaults', () => {
  const config = readConfig(least);
  expect(config).toMatchObject({ FARM_CONTROL_URL: 'http://127.0.0.1:8080', FARM_METRICS_PORT: 0 });
  expect(config.FARM_NODE_NAME).not.toBe('');
  expect(config.FARM_SCRATCH).toMatch(/^\//);
});

test('all problems are named at once', () => {
  const read = () => readConfig({ FARM_CONTROL_URL: 'ftp://x', FARM_WORKERS: 'many' });
  expect(read).toThrow(/FARM_CONTROL_URL: must be[\s\S]*FARM_NODE_TOKEN: is missing[\s\S]*FARM_WORKERS/);
});

test('no secret is printed', () => {
  const config = readConfig({ ...least, TTS_URL: 'https://voices.example', TTS_KEY: 'key-of-the-speech-endpoint' });
  const printed = JSON.stringify(redactConfig(config));
  expect(printed).not.toContain(least.FARM_NODE_TOKEN);
  expect(printed).not.toContain('key-of-the-speech-endpoint');
  expect(printed).toContain('https://voices.example');
});
