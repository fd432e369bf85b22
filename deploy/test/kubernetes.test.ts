import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type JobKind, jobKinds, jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { addressClass } from '@reelyard/shared/egress/address-class.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { expressionProblems, selectorsOf } from '../monitoring/test/expression-problems.ts';
import { knownMetrics } from '../monitoring/test/known-metrics.ts';
import { monitoringRules, recordedSeries, scrapeJobs } from '../monitoring/test/monitoring-files.ts';
import { environmentOf, stagesOf } from './dockerfile.ts';
import {
  doorOf,
  exitSeconds,
  isProcessName,
  type ProcessName,
  processNames,
  readConfigOf,
  unknownNames,
} from './farm-processes.ts';
import {
  allManifests,
  isKustomization,
  isPatch,
  kubernetesFolder,
  type Manifest,
  workloadSchema,
} from './manifests.ts';
import { modelProblems } from './model-check.ts';
import { envFileOf, inRepository, textOf } from './repository.ts';

const manifests = allManifests();
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.name === name && !isPatch(each));
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const workloads = manifests
  .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  .filter((each) => !isPatch(each))
  .map(({ where, document }) => ({ where, ...workloadSchema.parse(document) }));
const ours = workloads.flatMap(({ metadata: { name }, spec }) => {
  const [container] = spec.template.spec.containers;
  return isProcessName(name) && container !== undefined ? [{ name, spec, pod: spec.template.spec, container }] : [];
});
const overlays = ['local', 'gpu'] as const;
const filled = (file: string): Record<string, string> =>
  envFileOf(textOf(path.posix.join(kubernetesFolder, file)).replaceAll(/\{\{[a-z0-9-]+\}\}/g, 'x'.repeat(48)));
const imageEnvironment = (name: ProcessName): Record<string, string> =>
  environmentOf(stagesOf(textOf(`deploy/docker/${name}.Dockerfile`)).at(-1) ?? { name: '', instructions: [] });

describe('the manifests', () => {
  it.each(manifests.filter((each) => !isKustomization(each) && !isPatch(each)))(
    'say nothing that the schema of its kind does not know: $where',
    async ({ document }) => {
      expect(await modelProblems(document)).toEqual([]);
    },
  );

  it('are all reached by a kustomization, and every kustomization names files that are there', () => {
    const listSchema = z.array(z.string()).default([]);
    const schema = z.looseObject({
      resources: listSchema,
      components: listSchema,
      patches: z.array(z.object({ path: z.string() })).default([]),
    });
    const named = manifests.filter(isKustomization).flatMap(({ file, document }) => {
      const { resources, components, patches } = schema.parse(document);
      return [...resources, ...components, ...patches.map((patch) => patch.path)].map((each) =>
        path.posix.join(path.posix.dirname(file), each),
      );
    });
    expect(named.filter((each) => !existsSync(inRepository(kubernetesFolder, each)))).toEqual([]);
    const unreached = manifests
      .filter((each) => !isKustomization(each) && !named.includes(each.file))
      .map(({ file }) => file);
    expect(unreached).toEqual([]);
  });

  it('change only what there is: every patch names a container and settings of its target', () => {
    for (const patch of manifests.filter(isPatch)) {
      const schema = z.object({
        spec: z.object({
          template: z.object({
            spec: z.looseObject({
              containers: z.array(
                z.looseObject({ name: z.string(), env: z.array(z.object({ name: z.string() })).default([]) }),
              ),
            }),
          }),
        }),
      });
      const target = ours.find(({ name }) => name === patch.name);
      for (const { name, env } of schema.parse(patch.document).spec.template.spec.containers) {
        expect(name).toBe(target?.container.name);
        expect(
          unknownNames(
            target?.name ?? 'control-plane',
            env.map((each) => each.name),
          ),
        ).toEqual([]);
      }
    }
  });
});

describe('the check of manifests', () => {
  const deployment = (container: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
    },
  });
  it.each([
    [{ name: 'a', image: 5 }, 'containers/0/image must be string'],
    [{ image: 'a' }, 'must have required property name'],
    [
      { name: 'a', securityContext: { readonlyRootFilesystem: true } },
      'securityContext/readonlyRootFilesystem is no property',
    ],
    [{ name: 'a', livenesProbe: { exec: { command: ['true'] } } }, 'livenesProbe is no property'],
  ])('refuses %j', async (container, problem) => {
    expect((await modelProblems(deployment(container))).join()).toContain(problem);
  });
});

describe.each(ours)('the $name', ({ name, spec, pod, container }) => {
  const plain = Object.fromEntries(container.env.map(({ name: key, value }) => [key, value ?? 'http://10.1.2.3']));

  it.each(overlays)('starts in the overlay %s with an environment that it knows and accepts', (overlay) => {
    const file = (of: string) => `overlays/${overlay}/${of}.example.env`;
    const fromFiles = container.envFrom
      .flatMap(({ configMapRef, secretRef }) => [configMapRef?.name, secretRef?.name])
      .filter((each) => each !== undefined);
    const given = Object.assign({}, ...fromFiles.map((each) => filled(file(each))));
    const environment = { ...imageEnvironment(name), ...given, ...plain, ...filled(file('node-token')) };
    expect(unknownNames(name, Object.keys(environment))).toEqual([]);
    readConfigOf[name](environment);
  });

  const environment = { ...imageEnvironment(name), ...plain };
  const door = doorOf[name];
  const numberOf = (portName: string | number | undefined) =>
    container.ports.find((port) => port.name === portName)?.containerPort;

  // No Service leads to a node, so none has to be ready for one.
  const isBehindService = manifests.some((each) => each.kind === 'Service' && each.name === name);
  const probes = ['startupProbe', 'livenessProbe', ...(isBehindService ? (['readinessProbe'] as const) : [])] as const;

  it.each(probes)('answers its %s', (which) => {
    const probe = container[which];
    expect(numberOf(probe?.httpGet?.port)).toBe(Number(environment[door.port]));
    expect(textOf(door.healthIn)).toContain(`'${probe?.httpGet?.path}'`);
    // A farm without a render node answers 503 there, and its nodes register through the same Service.
    expect(probe?.httpGet?.path).not.toBe('/readyz');
  });

  it('listens on every address of the pod, at the ports that it names and at no other', () => {
    const { FARM_SESSIONS_HOST, FARM_SESSIONS_PORT, FARM_SESSIONS_URL } = environment;
    const listening = [{ host: environment[door.host], port: environment[door.port] }];
    if (FARM_SESSIONS_PORT !== undefined) {
      listening.unshift({ host: FARM_SESSIONS_HOST, port: FARM_SESSIONS_PORT });
      expect(FARM_SESSIONS_URL).toMatch(new RegExp(`:${FARM_SESSIONS_PORT}$`));
    }
    expect(listening.map(({ host }) => host)).toEqual(listening.map(() => '0.0.0.0'));
    expect(container.ports.map((each) => String(each.containerPort))).toEqual(listening.map(({ port }) => port));
  });

  it('is scraped by one monitor, at the port and the path of its metrics, under the name of its job', () => {
    const schema = z.strictObject({
      spec: z.strictObject({
        jobLabel: z.literal('reelyard/scrape-job'),
        selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
        podMetricsEndpoints: z.tuple([
          z.strictObject({ port: z.string(), path: z.string(), interval: z.literal('15s') }),
        ]),
      }),
    });
    const monitors = manifests
      .filter(({ kind }) => kind === 'PodMonitor')
      .map(({ document }) => schema.parse({ spec: document['spec'] }).spec)
      .filter(({ selector }) => selector.matchLabels['app.kubernetes.io/name'] === name);
    expect(monitors).toHaveLength(1);
    for (const { selector, podMetricsEndpoints } of monitors) {
      expect(spec.template.metadata.labels).toMatchObject(selector.matchLabels);
      const [{ port, path: pathname }] = podMetricsEndpoints;
      expect(numberOf(port)).toBe(Number(environment[door.port]));
      expect(textOf(door.metricsIn)).toContain(`'${pathname}'`);
    }
    expect(spec.template.metadata.labels['reelyard/scrape-job']).toBe(`farm-${name}`);
    expect(scrapeJobs()).toContain(`farm-${name}`);
  });

  it('is given the time to drain', () => {
    const pause = Number(container.lifecycle?.preStop.exec.command.at(-1) ?? 0);
    const drain = Number(plain['FARM_DRAIN_SECONDS'] ?? 0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + drain + exitSeconds[name]);
  });

  it('has a place for all that it writes', () => {
    const { FARM_DATA, FARM_SCRATCH = FARM_DATA ?? '' } = imageEnvironment(name);
    const mounted = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounted).toContain('/tmp');
    expect(mounted.some((folder) => `${FARM_SCRATCH}/`.startsWith(`${folder}/`))).toBe(true);
  });
});

describe.each(workloads)('the pods of $where', ({ spec }) => {
  const { spec: pod } = spec.template;
  it('obey the restricted standard of Kubernetes, and write nowhere but in volumes', () => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const container of [...pod.initContainers, ...pod.containers]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const volumes = [...pod.volumes, ...spec.volumeClaimTemplates.map(({ metadata }) => metadata)].map(
        ({ name }) => name,
      );
      expect(container.volumeMounts.map(({ name }) => name).filter((name) => !volumes.includes(name))).toEqual([]);
    }
  });
});

describe('the network policies', () => {
  const peerSchema = z.object({
    ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
    podSelector: z.unknown().optional(),
    namespaceSelector: z.unknown().optional(),
  });
  const portSchema = z.object({ port: z.union([z.string(), z.number()]), protocol: z.string() });
  const policySchema = z.object({
    spec: z.object({
      podSelector: z.unknown(),
      policyTypes: z.array(z.string()),
      ingress: z
        .array(z.object({ from: z.array(peerSchema).optional(), ports: z.array(portSchema).default([]) }))
        .default([]),
      egress: z
        .array(z.object({ to: z.array(peerSchema).optional(), ports: z.array(portSchema).default([]) }))
        .default([]),
    }),
  });
  const policyOf = (name: string) => policySchema.parse(named('NetworkPolicy', name).document).spec;
  const blocksOf = (name: ProcessName) =>
    policyOf(name).egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));

  it.each(processNames)('let the %s out to public addresses only', (name) => {
    const blocks = blocksOf(name);
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '2000::/3']);
    const except = blocks.flatMap((block) => block.except);
    const [firsts, lasts] = [
      except.map((range) => range.split('/')[0] ?? ''),
      ['10.255.255.254', '172.31.0.1', '169.254.169.254', '100.100.100.200', '192.168.1.1', '127.0.0.1'],
    ];
    expect(firsts.filter((address) => addressClass(address) === 'public')).toEqual([]);
    // The service and metadata addresses that clusters use lie in what is taken out.
    const inside = (address: string) =>
      except.some((range) => {
        const [network = '', bits = '0'] = range.split('/');
        const numberOf = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const size = 2 ** (32 - Number(bits));
        return Math.floor(numberOf(address) / size) === Math.floor(numberOf(network) / size);
      });
    expect(lasts.filter((address) => !inside(address))).toEqual([]);
  });

  it('let nobody give work to a render node, and only control planes to a capture node', () => {
    expect(policyOf('render-node')).toMatchObject({ policyTypes: ['Ingress', 'Egress'], ingress: [] });
    expect(policyOf('capture-node').ingress).toEqual([
      {
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'control-plane' } } }],
        ports: [{ port: 'sessions', protocol: 'TCP' }],
      },
    ]);
  });

  it('let Prometheus alone to the metrics of nodes, in the namespace where the autoscaler asks it', () => {
    const asked = /^ +serverAddress: http:\/\/[\w-]+\.([\w-]+)\.svc:/m.exec(
      textOf(path.posix.join(kubernetesFolder, 'components/autoscaler/render-autoscaler.yaml')),
    );
    const nodes = processNames.filter((name) => doorOf[name].port === 'FARM_METRICS_PORT');
    expect(policyOf('metrics-are-scraped')).toEqual({
      podSelector: {
        matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: nodes }],
      },
      policyTypes: ['Ingress'],
      // One peer with both selectors: as two, every pod of the namespace could ask, and every Prometheus by label.
      ingress: [
        {
          from: [
            {
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': asked?.[1] } },
              podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
            },
          ],
          ports: [{ port: 'metrics', protocol: 'TCP' }],
        },
      ],
      egress: [],
    });
  });

  it('begin with nothing, for every pod of the farm', () => {
    expect(policyOf('nothing-by-default')).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'reelyard' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: [],
    });
  });

  it('name ports by names that pods have', () => {
    const names = workloads.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ ports }) => ports.map((port) => port.name)),
    );
    const asked = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(({ document }) => [
        ...policySchema.parse(document).spec.ingress,
        ...policySchema.parse(document).spec.egress,
      ])
      .flatMap(({ ports }) => ports.map(({ port }) => port))
      .filter((port) => typeof port === 'string');
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((port) => !names.includes(port))).toEqual([]);
  });
});

describe('the autoscaler', () => {
  const scaled = z
    .object({
      spec: z.looseObject({
        scaleTargetRef: z.object({ name: z.string() }),
        minReplicaCount: z.number(),
        triggers: z.tuple([
          z.object({
            type: z.literal('prometheus'),
            metricType: z.literal('AverageValue'),
            metadata: z.record(z.string(), z.string()),
          }),
        ]),
      }),
    })
    .parse(named('ScaledObject', 'render-node').document).spec;
  const query = scaled.triggers[0].metadata['query'] ?? '';

  it('asks for metrics that the farm has, and counts every kind of job that render nodes run', async () => {
    const vocabulary = {
      metrics: await knownMetrics(),
      records: recordedSeries(monitoringRules()),
      jobs: scrapeJobs(),
    };
    expect(expressionProblems(query, vocabulary)).toEqual([]);
    const kinds = selectorsOf(query)
      .flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'kind'))
      .flatMap(({ value }) => value.split('|'));
    expect(kinds.sort()).toEqual(jobKinds.filter((kind: JobKind) => jobs[kind].runsOn === 'render').sort());
    expect(query).toContain('farm_backlog_predicted_seconds{pool="render"}');
  });

  it('owns the number of render nodes, down to none', () => {
    const target = workloads.find(({ metadata }) => metadata.name === scaled.scaleTargetRef.name);
    expect(target?.spec.template.spec.containers).toHaveLength(1);
    expect(target?.spec.replicas).toBeUndefined();
    expect(scaled.minReplicaCount).toBe(0);
  });
});

describe('what is reached from outside', () => {
  it('is only what callers and people need, by addresses that the control plane has', () => {
    const schema = z.object({
      spec: z.object({
        rules: z.array(z.object({ http: z.object({ paths: z.array(z.object({ path: z.string() })) }) })),
      }),
    });
    const paths = schema
      .parse(named('Ingress', 'control-plane').document)
      .spec.rules.flatMap(({ http }) => http.paths.map((each) => each.path));
    const sources = globSync('control-plane/**/*.ts', { cwd: inRepository() })
      .filter((file) => !file.includes('test'))
      .map(textOf)
      .join('\n');
    expect(paths.filter((each) => !sources.includes(`'${each}'`) && !sources.includes(`'${each}/`))).toEqual([]);
    for (const hidden of ['/', '/metrics', '/nodes', '/readyz']) expect(paths).not.toContain(hidden);
  });
});

/** Whether kubectl is here: with it, the overlays are built as an operator would, and what comes out is checked. */
const hasKubectl = spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' }).status === 0;

describe.runIf(hasKubectl).each(overlays)('the overlay %s as kustomize builds it', (overlay) => {
  const built: Record<string, unknown>[] = [];
  beforeAll(() => {
    const folder = mkdtempSync(path.join(tmpdir(), 'overlay-'));
    try {
      cpSync(inRepository(kubernetesFolder), folder, { recursive: true });
      const examples = globSync(`overlays/${overlay}/*.example.env`, { cwd: folder }).map((file) =>
        path.join(folder, file),
      );
      expect(spawnSync('sh', [inRepository('deploy/docker/make-secrets.sh'), ...examples]).status).toBe(0);
      expect(examples.map((file) => statSync(file.replace('.example', '')).mode & 0o777)).toEqual(
        examples.map(() => 0o600),
      );
      const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path.join(folder, 'overlays', overlay)], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      built.push(
        ...parseAllDocuments(stdout).map((document) => z.record(z.string(), z.unknown()).parse(document.toJS())),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says nothing that the schemas do not know, patches included', async () => {
    expect(built.length).toBeGreaterThan(15);
    // Kustomize breaks the lines of long secrets, which the schema of a Secret does not take for base64.
    const checked = built.filter(({ kind }) => kind !== 'Secret');
    expect((await Promise.all(checked.map(modelProblems))).flat()).toEqual([]);
  });

  it('puts the label that the first network policy selects on every pod', () => {
    const pods = built
      .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
      .map((each) => workloadSchema.parse(each).spec.template);
    expect(pods.map(({ metadata }) => metadata.labels['app.kubernetes.io/part-of'])).toEqual(
      pods.map(() => 'reelyard'),
    );
  });

  it('leaves no configuration or secret that a pod asks for unmade', () => {
    const made = built
      .filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret')
      .map((each) => z.object({ metadata: z.object({ name: z.string() }) }).parse(each).metadata.name);
    const asked = [
      ...JSON.stringify(built).matchAll(
        /"(?:configMapRef|secretRef|secretKeyRef)":\{(?:"key":"[^"]*",)?"name":"([^"]+)"/g,
      ),
    ].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((name) => !made.includes(name))).toEqual([]);
  });
});
