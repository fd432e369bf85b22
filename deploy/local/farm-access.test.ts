import { expect, it } from 'vitest';
import { readLauncherConfig } from './config.ts';
import { accessOf, captureNodeEnvironment, controlPlaneEnvironment, renderNodeEnvironment } from './farm-access.ts';
import type { FarmSecrets } from './farm-secrets.ts';

const secrets: FarmSecrets = {
  liveKey: 'live',
  testKey: 'test',
  nodeToken: 'node',
  adminToken: 'admin',
  signingSecret: 'signing',
  webUser: { email: 'a@b.c', password: 'secret' },
};
const config = readLauncherConfig({
  PATH: '/bin',
  DATABASE_URL: 'postgres://u:p@db/farm',
  FARM_ADMIN_TOKEN: 'theirs',
  S3_SECRET_ACCESS_KEY: 's3',
  STRIPE_SECRET_KEY: 'stripe',
  AWS_SECRET_ACCESS_KEY: 'aws',
  TTS_URL: 'http://tts',
  FARM_WORKERS: '3',
  FARM_EGRESS_ALLOW: '10.1.0.0/16',
  FARM_BROWSER_SANDBOX: 'required',
  FARM_METRICS_PORT: '9100',
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('a farm that listens on %s is reached at %s', (host, origin) => {
  expect(accessOf(host, 8080, secrets)).toMatchObject({ baseUrl: `${origin}/api/v2`, mcpUrl: `${origin}/mcp` });
});

it('a render node sees its token and what it needs to work, and no other secret', () => {
  const target = { name: 'local-1', scratchPath: '/scratch', controlUrl: 'http://127.0.0.1:8080' };
  expect(renderNodeEnvironment(config, secrets, target)).toEqual({
    PATH: '/bin',
    TTS_URL: 'http://tts',
    FARM_METRICS_PORT: '9100',
    FARM_CONTROL_URL: 'http://127.0.0.1:8080',
    FARM_NODE_TOKEN: 'node',
    FARM_NODE_NAME: 'local-1',
    FARM_SCRATCH: '/scratch',
    FARM_DRAIN_SECONDS: '12',
    FARM_WORKERS: '3',
  });
});

it('a capture node sees what its browsers may reach, and no secret besides its token', () => {
  const target = { name: 'local-1', scratchPath: '/scratch', controlUrl: 'http://127.0.0.1:8080' };
  expect(captureNodeEnvironment(config, secrets, target)).toEqual({
    PATH: '/bin',
    FARM_EGRESS_ALLOW: '10.1.0.0/16',
    FARM_BROWSER_SANDBOX: 'required',
    FARM_CONTROL_URL: 'http://127.0.0.1:8080',
    FARM_NODE_TOKEN: 'node',
    FARM_NODE_NAME: 'local-1',
    FARM_SCRATCH: '/scratch',
    FARM_DRAIN_SECONDS: '12',
    FARM_METRICS_PORT: '0',
    UV_THREADPOOL_SIZE: '32',
  });
});

it('the control plane gets what was given, with the secrets of this farm on top', () => {
  expect(controlPlaneEnvironment(config, secrets, 18_000, 'postgres://own')).toMatchObject({
    S3_SECRET_ACCESS_KEY: 's3',
    DATABASE_URL: 'postgres://own',
    FARM_PORT: '18000',
    FARM_PUBLIC_URL: 'http://127.0.0.1:18000',
    FARM_ADMIN_TOKEN: 'admin',
    FARM_BOOTSTRAP_LIVE_KEY: 'live',
    FARM_BOOTSTRAP_WEB_EMAIL: 'a@b.c',
    FARM_BOOTSTRAP_WEB_PASSWORD: 'secret',
    FARM_LOCAL_CHECKOUT: 'on',
  });
});

it('test money is taken unless the environment says otherwise', () => {
  const off = { ...config, environment: { ...config.environment, FARM_LOCAL_CHECKOUT: 'off' } };
  expect(controlPlaneEnvironment(off, secrets, 18_000, 'postgres://own')['FARM_LOCAL_CHECKOUT']).toBe('off');
});
