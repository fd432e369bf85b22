import { expect, it } from 'vitest';
import { readConfig, redactConfig } from './config.ts';

const least = { FARM_CONTROL_URL: 'http://127.0.0.1:8080/', FARM_NODE_TOKEN: 'x'.repeat(24) };

it('two variables are enough; the rest has defaults', () => {
  const config = readConfig(least);
  expect(config).toMatchObject({
    FARM_CONTROL_URL: 'http://127.0.0.1:8080',
    FARM_SESSIONS_HOST: '127.0.0.1',
    FARM_BROWSER_SANDBOX: 'preferred',
    FARM_EGRESS_ALLOW: '',
  });
  expect(config.FARM_NODE_NAME).not.toBe('');
});

it('all problems are named at once', () => {
  const read = () => readConfig({ FARM_CONTROL_URL: 'ftp://x', FARM_BROWSERS: '0', FARM_EGRESS_ALLOW: '10.0.0.0/99' });
  expect(read).toThrow(
    /FARM_CONTROL_URL: must be[\s\S]*FARM_NODE_TOKEN: is missing[\s\S]*10\.0\.0\.0\/99[\s\S]*FARM_BROWSERS/,
  );
});

it('D13: browsers see nothing of the environment but what Chromium needs', () => {
  const { browserEnvironment } = readConfig({
    ...least,
    PATH: '/bin',
    LANG: 'C',
    AWS_SECRET_ACCESS_KEY: 's',
    HOME: '/root',
  });
  expect(browserEnvironment).toEqual({ PATH: '/bin', LANG: 'C' });
});

it('no secret is printed', () => {
  expect(JSON.stringify(redactConfig(readConfig(least)))).not.toContain(least.FARM_NODE_TOKEN);
});
