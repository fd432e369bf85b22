import { createHash } from 'node:crypto';
import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import {
  type JobKind,
  jobKinds,
  jobs,
  type PayloadOf,
  type ResultOf,
} from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Pool } from '@reelyard/shared/contracts/jobs/define-job.ts';
import {
  type Capabilities,
  type HeartbeatAnswer,
  type Lease,
  nodePaths,
  type Progress,
  parseLease,
  type UploadedFile,
} from '@reelyard/shared/contracts/node-protocol.ts';
import { frameCountOf } from '@reelyard/shared/contracts/template.ts';
import { voices } from '@reelyard/shared/media/catalog.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';

/** What a node of these tests says that it can do. */
export const fakeCapabilities = (over: Partial<Capabilities> = {}): Capabilities => ({
  kinds: [...jobKinds],
  encoders: [
    { name: 'libx264', codec: 'h264', hardware: false },
    { name: 'libvpx-vp9', codec: 'vp9', hardware: false },
  ],
  voices: [...voices.map(({ id }) => id), 'voi_plain'],
  workerCount: 2,
  memoryBytes: 8 * 2 ** 30,
  gpus: [],
  ...over,
});

/** An answer of the node protocol. */
export interface NodeAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly body: any;
}

/** What a node sends its requests through: a control plane in this process, or one behind an address. */
export interface Injecting {
  inject(request: {
    readonly method: 'POST' | 'PUT';
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly payload: object;
  }): Promise<{ readonly statusCode: number; readonly body: string; json(): unknown }>;
}

type Files = Record<string, UploadedFile>;

/**
 * A node that speaks the real protocol: it registers, leases, uploads real (small) files to their
 * signed addresses and completes. It draws nothing.
 */
export const fakeNode = async (
  app: Injecting,
  farmToken: string,
  options: { name?: string; pool?: Pool; sessionsUrl?: string; capabilities?: Partial<Capabilities> } = {},
) => {
  const capabilities = fakeCapabilities(options.capabilities);
  const post = async (url: string, token: string, payload: object): Promise<NodeAnswer> => {
    const response = await app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload });
    return { status: response.statusCode, body: response.body === '' ? null : response.json() };
  };
  const registered = await post(nodePaths.register, farmToken, {
    name: options.name ?? 'fake',
    pool: options.pool ?? 'render',
    version: '0.1.0',
    capabilities,
    ...(options.sessionsUrl === undefined ? {} : { sessionsUrl: options.sessionsUrl }),
  });
  if (registered.status !== 200)
    throw new Error(`register answered ${registered.status}: ${JSON.stringify(registered.body)}`);
  const { nodeId, nodeToken } = registered.body as { nodeId: string; nodeToken: string };
  const say = (path: string, payload: object = {}): Promise<NodeAnswer> => post(path, nodeToken, payload);

  const tryLease = (waitSeconds = 0, kinds: readonly JobKind[] = capabilities.kinds): Promise<NodeAnswer> =>
    say(nodePaths.lease, { kinds, waitSeconds });
  const lease = async (waitSeconds = 10, kinds?: readonly JobKind[]): Promise<Lease> => {
    const answer = await tryLease(waitSeconds, kinds);
    if (answer.status !== 200) throw new Error(`lease answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return parseLease(answer.body);
  };

  const upload = async (held: Lease, name: string, bytes: Buffer): Promise<UploadedFile> => {
    const target = (held.writes as Record<string, { url: string; headers: Record<string, string> }>)[name];
    if (!target) throw new Error(`${held.kind} writes no ${name}`);
    const { pathname, search } = new URL(target.url);
    const response = await app.inject({
      method: 'PUT',
      url: pathname + search,
      headers: target.headers,
      payload: bytes,
    });
    if (response.statusCode !== 201) throw new Error(`upload answered ${response.statusCode}: ${response.body}`);
    return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
  };

  /** Uploads a file for every name that the kind writes. */
  const uploadAll = async (held: Lease): Promise<Files> => {
    const files: Files = {};
    for (const name of jobs[held.kind].writes) {
      files[name] = await upload(held, name, Buffer.from(`${held.jobId} ${held.attempt} ${name}`));
    }
    return files;
  };

  const complete = (held: Lease, files: Files, result: object = resultOf(held)): Promise<NodeAnswer> =>
    say(nodePaths.complete(held.jobId), { attempt: held.attempt, kind: held.kind, result, files });

  return {
    nodeId,
    nodeToken,
    tryLease,
    lease,
    upload,
    uploadAll,
    complete,
    heartbeat: (held: Lease, progress?: Progress): Promise<NodeAnswer & { body: HeartbeatAnswer }> =>
      say(nodePaths.heartbeat(held.jobId), { attempt: held.attempt, ...(progress ? { progress } : {}) }),
    fail: (held: Lease, failure: JobFailure): Promise<NodeAnswer> =>
      say(nodePaths.fail(held.jobId), { attempt: held.attempt, failure }),
    release: (held: Lease): Promise<NodeAnswer> => say(nodePaths.release(held.jobId), { attempt: held.attempt }),
    presence: (): Promise<NodeAnswer> => say(nodePaths.presence, { capabilities, activeLeaseCount: 0 }),
    drain: (): Promise<NodeAnswer> => say(nodePaths.drain),
    goodbye: (): Promise<NodeAnswer> => say(nodePaths.goodbye),

    /** Uploads and completes as a healthy node would. */
    async finish(held: Lease): Promise<void> {
      const answer = await complete(held, await uploadAll(held));
      if (answer.status !== 200) throw new Error(`complete answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    },

    /** Finishes jobs one after the other until the farm has nothing for it; the leases it held, in order. */
    async workUntilIdle(): Promise<Lease[]> {
      const done: Lease[] = [];
      for (;;) {
        const answer = await tryLease();
        if (answer.status !== 200) return done;
        const held = parseLease(answer.body);
        await this.finish(held);
        done.push(held);
      }
    },
  };
};
export type FakeNode = Awaited<ReturnType<typeof fakeNode>>;

const timingsMs = { upload: 1, total: 100 };

const results: { [K in JobKind]: (payload: PayloadOf<K>) => ResultOf<K> } = {
  'scene.render': ({ templateSlug, templateVersion }) => {
    const { manifest } = getTemplate(templateSlug, templateVersion);
    return {
      frameCount: frameCountOf(manifest),
      durationSeconds: manifest.durationSeconds,
      encoder: 'libx264',
      parameterSetsHash: 'same-for-all',
      timingsMs: { ...timingsMs, prepare: 1, raster: 50, encode: 40, firstFrame: 10 },
    };
  },
  'narration.synthesize': ({ lines, totalSeconds }) => ({
    durationSeconds: totalSeconds,
    segments: lines.map(({ sceneId, text, sceneStartSeconds }) => ({
      sceneId,
      text,
      startSeconds: sceneStartSeconds,
      endSeconds: sceneStartSeconds + 1,
      fits: true,
      words: [],
    })),
    timingsMs: { ...timingsMs, synthesize: 50 },
  }),
  'export.assemble': ({ scenes }) => ({
    frameCount: scenes.reduce((sum, scene) => sum + scene.frameCount, 0),
    durationSeconds: scenes.reduce((sum, scene) => sum + scene.durationSeconds, 0),
    loudness: { integratedLufs: -14, truePeakDbtp: -1.5 },
    reencodedSceneCount: 0,
    timingsMs: { ...timingsMs, download: 1, concat: 1, audio: 1, mux: 1 },
  }),
  'page.capture': ({ url, viewport }) => ({
    page: { url, title: 'A page', httpStatus: 200 },
    picture: {
      file: 'page',
      mimeType: 'image/png',
      widthPx: 2 * viewport.widthPx,
      heightPx: 2 * viewport.heightPx,
    },
    timingsMs: { openSession: 1, steps: 0, probe: 0, frame: 0, capture: 1, finalize: 1, browser: {} },
  }),
  'brand.read': ({ url }) => ({
    page: { url, title: 'Acme', httpStatus: 200 },
    names: [{ source: 'title', name: 'Acme' }],
    description: null,
    logo: null,
    logoDark: null,
    icon: null,
    colors: [{ hex: '#1d4ed8', share: 0.2, worn: 'button' }],
    fonts: { heading: ['Inter'], body: ['Inter'] },
    phrases: ['Made for teams'],
    timingsMs: { open: 1, read: 1, upload: 1, total: 3 },
  }),
};

/** A plausible result for a lease of any kind. */
export const resultOf = (held: Lease): object =>
  (results[held.kind] as (payload: Lease['payload']) => object)(held.payload);
