import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Lease, parseLease } from '@reelyard/shared/contracts/node-protocol.ts';
import { type FakeNode, fakeNode, type NodeAnswer } from './fake-node.ts';
import type { KillableAnswer, KillableFarm } from './killable-farm.ts';
import type { Random } from './random.ts';

/** What a caller was told, as it was told. */
export type JournalEntry =
  | { readonly kind: 'project'; readonly accountId: string; readonly projectId: string }
  | {
      readonly kind: 'publish';
      readonly accountId: string;
      readonly requestId: string;
      readonly reserved: number;
      readonly isReplay: boolean;
    }
  | { readonly kind: 'cancel'; readonly accountId: string; readonly requestId: string; readonly released: number }
  | { readonly kind: 'fault'; readonly accountId: string; readonly status: number; readonly body: unknown };

/** The oracle of a kill run: a file that is on the disk before the caller goes on, and that no killed process writes. */
export const openJournal = (file: string) => {
  const handle = openSync(file, 'a');
  const entries: JournalEntry[] = [];
  return {
    entries: entries as readonly JournalEntry[],
    write(entry: JournalEntry): void {
      writeSync(handle, `${JSON.stringify(entry)}\n`);
      fsyncSync(handle);
      entries.push(entry);
    },
    close: () => closeSync(handle),
  };
};
export type Journal = ReturnType<typeof openJournal>;

const retryAfterMs = 20;

/** Asks until an answer arrives whole: what was lost on the way is asked for again with the same Idempotency-Key. */
const certain = async <T extends { status: number; body: { code?: string } | null }>(
  ask: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    try {
      const answer = await ask();
      if (answer.body?.code !== 'IDEMPOTENCY_IN_PROGRESS') return answer;
    } catch {
      // The control plane was killed, or is not back yet.
    }
    await delay(retryAfterMs);
  }
};

interface Project {
  readonly id: string;
  readonly sceneIds: readonly string[];
}

export interface ClientOptions {
  readonly farm: KillableFarm;
  readonly accountId: string;
  /** They take turns: each may publish ten times a minute. */
  readonly keys: readonly string[];
  readonly random: Random;
  readonly journal: Journal;
  readonly stop: AbortSignal;
}

/** A caller that creates, edits, publishes, renders and cancels without pause, and never gives a request up. */
export const killRunClient = async ({ farm, accountId, keys, random, journal, stop }: ClientOptions): Promise<void> => {
  const projects: Project[] = [];
  let requestCount = 0;
  let keyIndex = 0;

  const send = async (method: string, path: string, body?: object): Promise<KillableAnswer> => {
    requestCount += 1;
    const idempotencyKey = method === 'POST' ? `${accountId} ${requestCount}` : undefined;
    for (;;) {
      const key = keys[keyIndex % keys.length] ?? '';
      const answer = await certain(() => farm.call(key, method, path, body, idempotencyKey));
      if (answer.body.code !== 'RATE_LIMITED') {
        if (answer.status >= 500) journal.write({ kind: 'fault', accountId, ...answer });
        return answer;
      }
      keyIndex += 1;
      await delay(retryAfterMs);
    }
  };

  const scene = () => ({ templateId: 'big-claim', parameters: { headline: `Words ${random.below(200)}` } });
  const create = async (): Promise<void> => {
    const scenes = Array.from({ length: 1 + random.below(3) }, scene);
    const { status, body } = await send('POST', '/projects', { title: 'Killed', scenes });
    if (status !== 201) return;
    journal.write({ kind: 'project', accountId, projectId: body.data.id });
    projects.push({ id: body.data.id, sceneIds: body.data.scenes.map(({ id }: { id: string }) => id) });
  };

  const start = async (path: string, body: object): Promise<void> => {
    const answer = await send('POST', path, body);
    if (answer.status !== 200) return;
    const { requestId, credits, creditsReserved } = answer.body.data;
    const isReplay = answer.body.meta.idempotentReplay === true;
    journal.write({ kind: 'publish', accountId, requestId, reserved: credits?.reserved ?? creditsReserved, isReplay });
  };

  const act = async ({ id, sceneIds }: Project): Promise<void> => {
    const dice = random.next();
    if (dice < 0.3)
      await send('PATCH', `/projects/${id}/scenes/${random.pick(sceneIds)}`, { parameters: scene().parameters });
    else if (dice < 0.86) await start(`/projects/${id}/publish`, { quality: random.pick(['720p', '1080p', '4K']) });
    else if (dice < 0.96) await start(`/projects/${id}/render/start`, { sceneIds: [random.pick(sceneIds)] });
    else {
      const { status, body } = await send('POST', `/projects/${id}/publish/cancel`);
      if (status !== 200) return;
      const { requestId, creditsReleased } = body.data;
      journal.write({ kind: 'cancel', accountId, requestId, released: creditsReleased });
    }
  };

  while (!stop.aborted) {
    if (projects.length === 0 || (projects.length < 12 && random.chance(0.2))) await create();
    else await act(random.pick(projects));
  }
};

const failures = [
  { blame: 'node', retryable: true, stage: 'render', code: 'OUT_OF_MEMORY', message: 'No memory.' },
  { blame: 'input', retryable: false, stage: 'prepare', code: 'LAYER_UNRESOLVED', message: 'No such picture.' },
  { blame: 'input', retryable: false, stage: 'encode', code: 'TOO_MUCH', message: 'It cannot be encoded.' },
] as const;

export interface WorkerOptions {
  readonly farm: KillableFarm;
  readonly name: string;
  readonly random: Random;
  readonly stop: AbortSignal;
  /** Told of every job that this node ended and was thanked for. */
  readonly onEnd: () => void;
}

/** A node that works without pause; now and then it fails. Leases of which it never heard run out by themselves. */
export const killRunWorker = async ({ farm, name, random, stop, onEnd }: WorkerOptions): Promise<void> => {
  const register = (): Promise<FakeNode> =>
    fakeNode(farm, farm.nodeToken, { name }).catch(async () => {
      await delay(retryAfterMs);
      return register();
    });
  const node = await register();

  const end = async (held: Lease): Promise<void> => {
    if (random.chance(0.08)) {
      const failure = held.kind === 'scene.render' ? random.pick(failures) : failures[0];
      await certain(() => node.fail(held, failure));
    } else {
      const files = await uploaded(node, held);
      if (files === null) return;
      await certain(() => node.complete(held, files));
    }
    onEnd();
  };

  while (!stop.aborted) {
    const answer = await node.tryLease(1).catch((): NodeAnswer => ({ status: 0, body: null }));
    if (answer.status === 200) await end(parseLease(answer.body));
    else await delay(retryAfterMs);
  }
};

/** The files of a job; null where its lease was lost meanwhile. */
const uploaded = async (node: FakeNode, held: Lease) => {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    try {
      return await node.uploadAll(held);
    } catch (error) {
      // An answer was had, and it was a refusal: the attempt is another node's now, or its files are there already.
      if (error instanceof Error && error.message.startsWith('upload answered')) return null;
      await delay(retryAfterMs);
    }
  }
  return null;
};
