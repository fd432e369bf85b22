import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { copiedSources, environmentOf, instructionsOf, reachesBuilder, type Stage, stagesOf } from './dockerfile.ts';
import {
  doorOf,
  exitSeconds,
  isProcessName,
  type ProcessName,
  processNames,
  readConfigOf,
  unknownNames,
} from './farm-processes.ts';
import { importClosure } from './import-closure.ts';
import { envFileOf, inRepository, textOf } from './repository.ts';

const dockerfileOf = (name: ProcessName) => `deploy/docker/${name}.Dockerfile`;
const stageOf = (name: ProcessName, stage: string): Stage => {
  const found = stagesOf(textOf(dockerfileOf(name))).find((each) => each.name === stage);
  if (found === undefined) throw new Error(`${dockerfileOf(name)} has no stage "${stage}"`);
  return found;
};
const imageOf = (name: ProcessName): Stage => stageOf(name, '');
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const manifestOf = (folder: string) => manifestSchema.parse(JSON.parse(textOf(join(folder, 'package.json'))));

describe.each(processNames)('the image of the %s', (name) => {
  const closure = importClosure(`${name}/main.ts`);

  it('has the workspaces that its process imports, and no other', () => {
    const wanted = [...closure.workspaces].sort();
    const install = instructionsOf(stageOf(name, 'packages'), 'RUN').join(' ');
    const installed = [...install.matchAll(/-w @reelyard\/(\S+)/g)].map(([, workspace = '']) => workspace).sort();
    const manifests = copiedSources(stageOf(name, 'packages'))
      .filter((source) => source.endsWith('/package.json'))
      .map((source) => source.slice(0, -'/package.json'.length))
      .sort();
    const sources = [...copiedSources(stageOf(name, 'packages')), ...copiedSources(imageOf(name))]
      .filter((source) => !source.includes('.'))
      .sort();
    expect({ installed, manifests, sources }).toEqual({ installed: wanted, manifests: wanted, sources: wanted });
  });

  it('finds every package that they import among what is installed without those of development', () => {
    const installed = Object.assign(
      {},
      ...[...closure.workspaces].map((workspace) => manifestOf(workspace).dependencies),
    );
    const imported = [...closure.packages.values()].flatMap((packages) => [...packages]);
    expect(imported.length).toBeGreaterThan(5);
    // Of a scope whose names are computed at run time, only that there is one can be told.
    const isThere = (each: string) =>
      Object.keys(installed).some((name) => name === each || (each.endsWith('/') && name.startsWith(each)));
    expect(imported.filter((each) => !isThere(each))).toEqual([]);
  });

  it('copies what is there and what its ignore file lets through, and lets no secret or test through', () => {
    const ignore = textOf(`${dockerfileOf(name)}.dockerignore`);
    const sources = stagesOf(textOf(dockerfileOf(name))).flatMap(copiedSources);
    expect(sources.filter((source) => !existsSync(inRepository(source)))).toEqual([]);
    expect(sources.filter((source) => !reachesBuilder(ignore, source))).toEqual([]);
    const kept = ['.farm', '.git', 'deploy/docker/.env', 'deploy/local', 'bench', 'node_modules'];
    expect(kept.filter((source) => reachesBuilder(ignore, source))).toEqual([]);
    // These stay out of every image, so nothing that runs may be among them.
    expect(closure.files.filter((file) => /\.test\.ts$|\/(?:test|e2e|dist)\//.test(file))).toEqual([]);
    for (const pattern of ['**/node_modules', '**/*.test.ts', '**/test']) expect(ignore.split('\n')).toContain(pattern);
  });

  it('runs as nobody in particular, below an init that passes signals on, and carries no secret', () => {
    const image = imageOf(name);
    expect(instructionsOf(image, 'USER')).toEqual(['1000:1000']);
    expect(instructionsOf(image, 'ENTRYPOINT')).toEqual(['["tini", "--"]']);
    expect(instructionsOf(image, 'CMD')).toEqual([`["node", "${name}/main.ts"]`]);
    const text = textOf(dockerfileOf(name));
    expect(text).not.toMatch(/^ADD |:latest/m);
    const named = stagesOf(text).flatMap((stage) => [
      ...Object.keys(environmentOf(stage)),
      ...instructionsOf(stage, 'ARG'),
    ]);
    expect(named.filter((each) => /TOKEN|SECRET|PASSWORD|KEY|_URL/.test(each))).toEqual([]);
    for (const run of stagesOf(text).flatMap((stage) => instructionsOf(stage, 'RUN'))) {
      if (run.includes('npm ci')) expect(run).toContain('--ignore-scripts');
      if (!run.includes('apt-get install')) continue;
      expect(run).toContain('--no-install-recommends');
      expect(run).toContain('rm -rf /var/lib/apt/lists/*');
    }
  });

  it('sets names that its process knows, is healthy by an address that it serves, and is reached there from outside', () => {
    const environment = environmentOf(imageOf(name));
    expect(unknownNames(name, Object.keys(environment))).toEqual([]);
    const [health = ''] = instructionsOf(imageOf(name), 'HEALTHCHECK');
    const [, port = '', pathname = ''] = /process\.env\.([A-Z_]+) \+ '(\/\w+)'/.exec(health) ?? [];
    const door = doorOf[name];
    expect(port).toBe(door.port);
    expect(textOf(door.healthIn)).toContain(`'${pathname}'`);
    expect(environment[door.host]).toBe('0.0.0.0');
    const ports = [environment[port], environment['FARM_SESSIONS_PORT']].filter((each) => each !== undefined);
    expect(
      instructionsOf(imageOf(name), 'EXPOSE')
        .flatMap((each) => each.split(' '))
        .sort(),
    ).toEqual(ports.sort());
  });
});

const serviceSchema = z.looseObject({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z
    .string()
    .regex(/^\d+[sm]$/)
    .optional(),
  tmpfs: z.array(z.string()).default([]),
  volumes: z.array(z.union([z.string(), z.object({ type: z.string(), target: z.string() })])).default([]),
});
const composeText = textOf('deploy/docker/compose.yaml');
const exampleText = textOf('deploy/docker/example.env');
const compose = z.object({ services: z.record(z.string(), serviceSchema) }).parse(parse(composeText, { merge: true }));
const gpu = z
  .object({ services: z.record(z.string(), z.looseObject({ deploy: z.unknown() })) })
  .parse(parse(textOf('deploy/docker/compose.gpu.yaml')));

/** `${NAME}` and `${NAME:-default}`; nothing is nested, since not every compose reads that. */
const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = values[name] ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  });

const secondsOf = (period: string): number => Number.parseInt(period, 10) * (period.endsWith('m') ? 60 : 1);
const filled = exampleText.replaceAll(/\{\{[a-z0-9-]+\}\}/g, 'x'.repeat(48));

describe('the farm of compose.yaml', () => {
  const ours = Object.entries(compose.services).flatMap(([name, service]) =>
    isProcessName(name) ? [{ name, service }] : [],
  );

  it('is one of every process', () => {
    expect(ours.map(({ name }) => name).sort()).toEqual([...processNames].sort());
    expect(Object.keys(gpu.services).filter((name) => !(name in compose.services))).toEqual([]);
  });

  it.each(ours)('starts the $name with an environment that it knows and accepts', ({ name, service }) => {
    const values = envFileOf(filled);
    const given = Object.fromEntries(
      Object.entries(service.environment).map(([key, value]) => [key, interpolate(value, values)]),
    );
    const environment = { ...environmentOf(imageOf(name)), ...given };
    expect(unknownNames(name, Object.keys(environment))).toEqual([]);
    readConfigOf[name](environment);
  });

  it.each(ours)('confines the $name, and gives it the time to drain', ({ name, service }) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt).toContain('no-new-privileges:true');
    const drain = Number(service.environment['FARM_DRAIN_SECONDS'] ?? 0);
    expect(secondsOf(service.stop_grace_period ?? '10s')).toBeGreaterThanOrEqual(drain + exitSeconds[name]);
  });

  it.each(ours)('gives the $name a place for all that it writes', ({ name, service }) => {
    const { FARM_DATA, FARM_SCRATCH = FARM_DATA ?? '' } = environmentOf(imageOf(name));
    const mounted = service.volumes.map((volume) =>
      typeof volume === 'string' ? volume.split(':')[1] : volume.target,
    );
    expect(mounted.some((folder) => `${FARM_SCRATCH}/`.startsWith(`${folder}/`))).toBe(true);
    expect(service.tmpfs).toContain('/tmp');
  });

  it.each(ours)('builds the $name from a Dockerfile that is there', ({ name, service }) => {
    expect(service.build).toEqual({ context: '../..', dockerfile: dockerfileOf(name) });
  });

  it('asks for no value that the example lacks, and the example has none that nobody asks for', () => {
    const asked = new Set(
      [...composeText.matchAll(/\$\{([A-Z_]+)(:-)?/g)].flatMap(([, name = '', optional]) => (optional ? [] : [name])),
    );
    const mentioned = new Set([...composeText.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
    const given = Object.keys(envFileOf(exampleText));
    expect([...asked].filter((name) => !given.includes(name))).toEqual([]);
    expect(given.filter((name) => !mentioned.has(name))).toEqual([]);
  });

  it('lets Chromium make user namespaces, and forbids what could do more with them', () => {
    const option = compose.services['capture-node']?.security_opt.find((each) => each.startsWith('seccomp='));
    const profile = z
      .object({ syscalls: z.array(z.object({ names: z.array(z.string()), action: z.literal('SCMP_ACT_ERRNO') })) })
      .parse(JSON.parse(textOf(join('deploy/docker', option?.slice('seccomp='.length) ?? ''))));
    const denied = profile.syscalls.flatMap(({ names }) => names);
    expect(denied).toEqual(expect.arrayContaining(['bpf', 'keyctl', 'mount', 'ptrace', 'setns', 'userfaultfd']));
    expect(['clone', 'clone3', 'unshare', 'chroot'].filter((name) => denied.includes(name))).toEqual([]);
    expect(denied).toEqual([...new Set(denied)].sort());
  });
});

describe('make-secrets.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'make-secrets-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const make = (...files: string[]) =>
    spawnSync('sh', [inRepository('deploy/docker/make-secrets.sh'), ...files.map((file) => join(folder, file))], {
      encoding: 'utf8',
    });

  it('writes secrets that only their owner reads, the same word the same in every file', () => {
    for (const file of ['control-plane-secrets', 'postgres-secrets', 'node-token']) {
      cpSync(inRepository(`deploy/kubernetes/overlays/local/${file}.example.env`), join(folder, `${file}.example.env`));
    }
    cpSync(inRepository('deploy/docker/example.env'), join(folder, 'example.env'));
    const { status, stdout } = make(
      'control-plane-secrets.example.env',
      'postgres-secrets.example.env',
      'node-token.example.env',
      'example.env',
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const read = (file: string) => envFileOf(readFileSync(join(folder, file), 'utf8'));
    const { POSTGRES_PASSWORD = '' } = read('postgres-secrets.env');
    expect(POSTGRES_PASSWORD).toMatch(/^[A-Za-z0-9]{48}$/);
    expect(read('control-plane-secrets.env')['DATABASE_URL']).toContain(`:${POSTGRES_PASSWORD}@`);
    const compose = read('.env');
    expect(compose['POSTGRES_PASSWORD']).toBe(POSTGRES_PASSWORD);
    expect(new Set(Object.values(compose)).size).toBe(Object.values(compose).length);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });

  it('leaves the secrets of a farm that is there as they are', () => {
    cpSync(inRepository('deploy/docker/example.env'), join(folder, 'example.env'));
    make('example.env');
    const before = readFileSync(join(folder, '.env'), 'utf8');
    const { status, stderr } = make('example.env');
    expect(status).toBe(1);
    expect(stderr).toContain('is there already');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
  });
});
