import { ApiError } from './api-error.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { type Meta, type Operations, operations, type PublishStatus } from './operations.gen.ts';

type OperationId = keyof Operations;
type EventOperationId = {
  [K in OperationId]: (typeof operations)[K]['answer'] extends 'events' ? K : never;
}[OperationId];
type JsonOperationId = Exclude<OperationId, EventOperationId>;

export interface Answer<T> {
  readonly data: T;
  readonly meta: Meta;
  readonly statusCode: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sent with a POST. Default: a new one for each call, so that the client itself may repeat what got no answer. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Input may be left out where every part of it may. */
type Arguments<K extends OperationId> = object extends Operations[K]['input']
  ? [input?: Operations[K]['input'], options?: CallOptions]
  : [input: Operations[K]['input'], options?: CallOptions];

type Calls = { readonly [K in JsonOperationId]: (...args: Arguments<K>) => Promise<Answer<Operations[K]['data']>> };
type Streams = { readonly [K in EventOperationId]: (...args: Arguments<K>) => AsyncGenerator<StreamEvent> };

export interface WaitOptions {
  /** Told of every status, the last one included. */
  readonly onStatus?: (status: PublishStatus) => void;
  readonly signal?: AbortSignal;
}

export interface ReelyardClient extends Calls, Streams {
  /**
   * Follows the newest publish of a project until nothing runs any more and answers its last status, whatever its
   * `phase` is. Reconnects where the stream breaks. Throws an ApiError where the API refuses, the signal's reason where
   * it aborts.
   */
  waitForPublish(projectId: string, options?: WaitOptions): Promise<PublishStatus>;
}

export interface ClientOptions {
  /** Ends in the version: `http://127.0.0.1:8080/api/v2`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Ends every call and every wait. */
  readonly signal?: AbortSignal;
}

const answerTimeoutMs = 30_000;
/** Calls are repeated this often where no answer came at all. */
const repeatCount = 2;
/** A stream that breaks is opened again this often in a row: a control plane that restarts is back within seconds. */
const reconnectCount = 20;
const reconnectPauseMs = 1_000;
const runningPhases: readonly string[] = ['rendering', 'exporting'];

interface CallInput {
  readonly [name: string]: unknown;
}

/** A parameter as the address or a header carries it. */
const parameterText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const requestOf = (operationId: OperationId, input: CallInput, { idempotencyKey, headers }: CallOptions) => {
  const { method, path, query, headers: headerNames } = operations[operationId];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(parameterText(input[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, name]) =>
      input[key] === undefined ? [] : [[name, parameterText(input[key])]],
    ),
  ).toString();
  const own = Object.entries(headerNames).flatMap(([key, name]) =>
    input[key] === undefined || input[key] === null ? [] : [[name, parameterText(input[key])]],
  );
  const body = input['body'] === undefined ? null : JSON.stringify(input['body']);
  return {
    method,
    path: filled + (search === '' ? '' : `?${search}`),
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
      ...Object.fromEntries(own),
      ...headers,
    } as Record<string, string>,
    body,
  };
};
type ClientRequest = ReturnType<typeof requestOf>;

// Written out, because node:timers/promises is not there in a browser, where the console uses this client.
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

const retryAfter = (response: Response): number | null => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
};

const apiError = async ({ method, path }: ClientRequest, response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => null);
  return new ApiError({ method, path, statusCode: response.status, body, retryAfterSeconds: retryAfter(response) });
};

/** A client of the API: a method for each operation by its operationId, and `waitForPublish`. */
export const reelyardClient = (options: ClientOptions): ReelyardClient => {
  const { baseUrl, apiKey, fetch = globalThis.fetch } = options;

  const send = async (request: ClientRequest, signal: AbortSignal | undefined): Promise<Response> => {
    for (let repeats = 0; ; repeats += 1) {
      signal?.throwIfAborted();
      try {
        return await fetch(`${baseUrl}${request.path}`, {
          method: request.method,
          headers: { 'x-api-key': apiKey, ...request.headers },
          ...(request.body === null ? {} : { body: request.body }),
          ...(signal === undefined ? {} : { signal }),
        });
      } catch (error) {
        // No answer: a read may be asked again, and a POST carries the key that makes it the same one.
        const isRepeatable = request.method === 'GET' || request.method === 'POST';
        if (!isRepeatable || repeats === repeatCount || signal?.aborted === true) throw error;
      }
    }
  };

  const call = async (operationId: OperationId, input: CallInput = {}, own: CallOptions = {}) => {
    const request = requestOf(operationId, input, own);
    const waitMs =
      typeof input['wait'] === 'string' || typeof input['wait'] === 'number' ? Number(input['wait']) * 1_000 : 0;
    const timeout = AbortSignal.timeout(answerTimeoutMs + waitMs);
    const signal = anySignal(options.signal, own.signal, timeout) ?? timeout;
    for (;;) {
      const response = await send(request, signal);
      if (response.ok) {
        const { data, meta } = (await response.json()) as { data: unknown; meta: Meta };
        return { data, meta, statusCode: response.status };
      }
      const error = await apiError(request, response);
      // The same POST is still being done: its answer will be this one's too.
      if (error.code !== 'IDEMPOTENCY_IN_PROGRESS') throw error;
      await pause((error.retryAfterSeconds ?? 1) * 1_000, signal);
    }
  };

  async function* stream(operationId: OperationId, input: CallInput = {}, own: CallOptions = {}) {
    const request = requestOf(operationId, input, own);
    const response = await send(request, anySignal(options.signal, own.signal));
    if (!response.ok) throw await apiError(request, response);
    // 204: nothing is newer than the event that `last-event-id` names.
    if (response.body !== null) yield* readEvents(response.body);
  }

  const waitForPublish = async (projectId: string, { onStatus, signal }: WaitOptions = {}): Promise<PublishStatus> => {
    let last: { id: string | null; status: PublishStatus } | null = null;
    for (let broken = 0; ; broken += 1) {
      try {
        const headers: Record<string, string> = last?.id == null ? {} : { 'last-event-id': last.id };
        const events = stream('streamPublishStatus', { projectId }, { headers, ...(signal ? { signal } : {}) });
        for await (const { id, event, data } of events) {
          if (event !== 'status') continue;
          last = { id, status: JSON.parse(data) as PublishStatus };
          broken = 0;
          onStatus?.(last.status);
          if (!runningPhases.includes(last.status.phase)) return last.status;
        }
      } catch (error) {
        const either = anySignal(options.signal, signal);
        if (error instanceof ApiError || either?.aborted === true || broken >= reconnectCount) throw error;
        await pause(reconnectPauseMs, either ?? new AbortController().signal);
        continue;
      }
      if (broken >= repeatCount) return await settledStatus(projectId, signal);
    }
  };

  /** What is asked where the stream gives nothing: the status itself. */
  const settledStatus = async (projectId: string, signal: AbortSignal | undefined): Promise<PublishStatus> => {
    const { data } = await call('getPublishStatus', { projectId }, signal ? { signal } : {});
    const status = data as PublishStatus;
    if (runningPhases.includes(status.phase))
      throw new Error(`the events of ${projectId} end while it is ${status.phase}`);
    return status;
  };

  const methods = Object.entries(operations).map(([id, { answer }]) => {
    const operationId = id as OperationId;
    const run = answer === 'events' ? stream : call;
    return [operationId, (input?: CallInput, own?: CallOptions) => run(operationId, input, own)];
  });
  return { ...(Object.fromEntries(methods) as Calls & Streams), waitForPublish };
};

const anySignal = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length === 0 ? undefined : AbortSignal.any(given);
};

/** Every page of a list, from the first one or the one that `input` names: `eachPage(client.listProjects, { limit: 100 })`. */
export async function* eachPage<Input extends { readonly page?: number | undefined }, T>(
  list: (input: Input | undefined, options?: CallOptions) => Promise<Answer<T>>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<T> {
  let page = input.page ?? 1;
  for (;;) {
    const { data, meta } = await list({ ...input, page }, options);
    yield data;
    if (meta.pagination?.hasMore !== true) return;
    page += 1;
  }
}
