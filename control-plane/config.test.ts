import { expect, test } from 'vitest';
import { addressesOf, readConfig, readS3Config, redactConfig } from './config.ts';

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

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET: has to be set together with STRIPE_SECRET_KEY'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY: has to be set together with STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY: must be a secret key'],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET: must be the signing'],
  [{ STRIPE_API_BASE: 'ftp://stripe.test' }, 'STRIPE_API_BASE: must be an http(s) address'],
  [{ FARM_LOCAL_CHECKOUT: 'yes' }, 'FARM_LOCAL_CHECKOUT:'],
])('payments are not set up by %j', (settings, problem) => {
  expect(() => readConfig({ ...needed, ...settings })).toThrow(problem);
});

test('N36: a language model needs its address and its name, and its key is not printed', () => {
  const model = { LLM_BASE_URL: 'http://127.0.0.1:11434/v1', LLM_MODEL: 'small', LLM_API_KEY: 'canary-model-key' };
  expect(JSON.stringify(redactConfig(readConfig({ ...needed, ...model })))).not.toContain('canary');
  expect(readConfig(needed)).not.toHaveProperty('LLM_BASE_URL');
  expect(() => readConfig({ ...needed, LLM_BASE_URL: 'https://llm.example/v1' })).toThrow(
    'LLM_MODEL: has to be set together with LLM_BASE_URL',
  );
  expect(() => readConfig({ ...needed, ...model, LLM_BASE_URL: 'ftp://llm.example' })).toThrow(
    'LLM_BASE_URL: must be an http(s) address',
  );
});

test('test money is off unless it is switched on', () => {
  expect(readConfig(needed).FARM_LOCAL_CHECKOUT).toBe('off');
});

test('the settings of web accounts are checked, also against each other', () => {
  const messageOf = (more: Record<string, string>): string => {
    try {
      readConfig({ ...needed, ...more });
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  expect(messageOf({ SMTP_URL: 'smtp://mail.example' })).toContain('MAIL_FROM: has to be set together with SMTP_URL');
  expect(messageOf({ OIDC_ISSUER: 'https://id.example' })).toContain(
    'OIDC_CLIENT_SECRET: has to be set together with OIDC_ISSUER and OIDC_CLIENT_ID',
  );
  expect(messageOf({ FARM_BOOTSTRAP_WEB_EMAIL: 'a@example.com' })).toContain('FARM_BOOTSTRAP_WEB_PASSWORD:');
  for (const list of ['true', '1', 'loopback', '10.0.0.0/33', '::1/129', '10.0.0.1, proxy.example']) {
    expect(messageOf({ FARM_TRUST_PROXY: list })).toContain('FARM_TRUST_PROXY:');
  }
  const config = readConfig({ ...needed, FARM_TRUST_PROXY: '10.0.0.0/8, ::1' });
  expect(addressesOf(config.FARM_TRUST_PROXY)).toEqual(['10.0.0.0/8', '::1']);
});

test('H8: no secret of web accounts is printed', () => {
  const web = {
    FARM_BOOTSTRAP_WEB_EMAIL: 'owner@farm.local',
    FARM_BOOTSTRAP_WEB_PASSWORD: 'canary-web-password',
    SMTP_URL: 'smtp://user:canary-smtp-password@mail.example',
    MAIL_FROM: 'post@farm.example',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'reelyard',
    OIDC_CLIENT_SECRET: 'canary-client-secret',
  };
  expect(JSON.stringify(redactConfig(readConfig({ ...needed, ...web })))).not.toContain('canary');
});

test('S3 is set as a whole or not at all, and never printed', () => {
  const s3 = {
    S3_REGION: 'eu-1',
    S3_BUCKET: 'farm',
    S3_ACCESS_KEY_ID: 'canary-id',
    S3_SECRET_ACCESS_KEY: 'canary-key',
  };
  const config = readConfig({ ...needed, ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_FORCE_PATH_STYLE: 'off' });
  expect(config).toMatchObject(s3);
  expect(JSON.stringify(redactConfig(config))).not.toContain('canary');
  expect(readS3Config({ ...needed, ...s3 })).toEqual(s3);
  expect(readS3Config(needed)).toEqual({});
  const together = 'S3_ACCESS_KEY_ID: has to be set together with S3_REGION and S3_BUCKET and S3_SECRET_ACCESS_KEY';
  expect(() => readConfig({ ...needed, ...s3, S3_ACCESS_KEY_ID: '' })).toThrow(together);
  expect(() => readConfig({ ...needed, S3_ENDPOINT: 'http://x' })).toThrow(
    'S3_ENDPOINT: says nothing without S3_BUCKET',
  );
  const elsewhere = { ...s3, S3_PUBLIC_ENDPOINT: 'https://files.example.com' };
  expect(() => readConfig({ ...needed, ...elsewhere })).toThrow('S3_PUBLIC_ENDPOINT: says nothing without S3_ENDPOINT');
  expect(() => readConfig({ ...needed, ...s3, S3_BUCKET: 'a/b' })).toThrow('S3_BUCKET: must be the name of a bucket');
  expect(() => readConfig({ ...needed, ...s3, S3_ENDPOINT: 'farm:9000' })).toThrow(
    'S3_ENDPOINT: must be an http(s) address',
  );
});
