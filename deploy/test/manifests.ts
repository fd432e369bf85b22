import { globSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { inRepository, textOf } from './repository.ts';

export const kubernetesFolder = 'deploy/kubernetes';

const probeSchema = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }).optional(),
});
export const containerSchema = z.looseObject({
  name: z.string(),
  image: z.string(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  envFrom: z
    .array(
      z.object({
        configMapRef: z.object({ name: z.string() }).optional(),
        secretRef: z.object({ name: z.string() }).optional(),
      }),
    )
    .default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probeSchema.optional(),
  readinessProbe: probeSchema.optional(),
  livenessProbe: probeSchema.optional(),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  resources: z.looseObject({
    requests: z.looseObject({ cpu: z.string(), memory: z.string() }),
    limits: z.looseObject({ memory: z.string() }),
  }),
  securityContext: z.unknown().optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
export const podSchema = z.looseObject({
  terminationGracePeriodSeconds: z.number().default(30),
  automountServiceAccountToken: z.boolean().default(true),
  securityContext: z.unknown().optional(),
  initContainers: z.array(containerSchema).default([]),
  containers: z.array(containerSchema),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
});
export const workloadSchema = z.looseObject({
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.number().optional(),
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: podSchema }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).default([]),
  }),
});

export interface Manifest {
  /** The file and the place in it, for messages. */
  readonly where: string;
  /** Below deploy/kubernetes. */
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly document: Readonly<Record<string, unknown>>;
}

const headSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }).default({ name: '' }),
});

/** Every document of every file below deploy/kubernetes, as it is written. Throws where a file is not YAML. */
export const allManifests = (): Manifest[] =>
  globSync('**/*.yaml', { cwd: inRepository(kubernetesFolder) })
    .sort()
    .flatMap((file) =>
      parseAllDocuments(textOf(path.posix.join(kubernetesFolder, file)), { uniqueKeys: true }).map((parsed, index) => {
        const [problem] = [...parsed.errors, ...parsed.warnings];
        if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
        const document = headSchema.parse(parsed.toJS());
        const { apiVersion, kind, metadata } = document;
        return { where: `${file}#${index + 1} ${kind}`, file, apiVersion, kind, name: metadata.name, document };
      }),
    );

/** What kustomize merges into another document. */
export const isPatch = (manifest: Manifest): boolean =>
  manifest.file.startsWith('components/') && manifest.kind === 'Deployment';

export const isKustomization = ({ apiVersion }: Manifest): boolean => apiVersion.startsWith('kustomize.config.k8s.io/');
