import { expect, test } from 'vitest';
import { readConfig, redactConfig } from './config.ts';

const needed = {
  DATABASE_URL: 'postgres://farm:canary-password@127.0.0.1:5432/farm',
  FARM_NODE_TOKEN: 'canary-node-token-of-24-chars',
  FARM_ADMIN_TOKEN: 'canary-admin-token-of-24-chars',
  FARM_SIGNING_SECRET: 'canary-signing-secret-of-32-characters',
};

test('what is not set has its default', () => {
  expect(readConfig(needed)).toMatchObject({
    FARM_HOST: '127.0.0.1',
    FARM_PORT: 8080,
    FARM_PUBLIC_URL: 'http://127.0.0.1:8080',
    FARM_EGRESS_ALLOW: '',
    LOG_LEVEL: 'info',
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ ...needed, FARM_PORT: '', FARM_PUBLIC_URL: '' }).FARM_PORT).toBe(8080);
});

test('the public address has no slash at its end', () => {
  expect(readConfig({ ...needed, FARM_PUBLIC_URL: 'https://farm.example/' }).FARM_PUBLIC_URL).toBe(
    'https://farm.example',
  );
});

test('every problem is named in one error', () => {
  const broken = {
    DATABASE_URL: 'mysql://x',
    FARM_PORT: '99999',
    FARM_NODE_TOKEN: 'short',
    FARM_EGRESS_ALLOW: 'a b',
    LOG_LEVEL: 'loud',
    REDIS_URL: 'http://127.0.0.1:6379',
  };
  const message = (() => {
    try {
      readConfig(broken);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  })();
  for (const line of [
    'DATABASE_URL: must be a postgres:// address',
    'FARM_PORT:',
    'FARM_NODE_TOKEN: must have at least 24 characters',
    'FARM_ADMIN_TOKEN: is missing',
    'FARM_SIGNING_SECRET: is missing',
    'FARM_EGRESS_ALLOW: "a b" is neither',
    'LOG_LEVEL:',
    'REDIS_URL: must be a redis:// address',
  ]) {
    expect(message).toContain(line);
  }
});

test('H8: no secret is printed', () => {
  const printed = JSON.stringify(redactConfig(readConfig({ ...needed, FARM_BOOTSTRAP_LIVE_KEY: 'canary-live-key' })));
  expect(printed).not.toContain('canary');
  expect(printed).toContain('"FARM_BOOTSTRAP_LIVE_KEY":"(set)"');
  expect(printed).toContain('"FARM_PORT":8080');
});
