import { check } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';

/** Where the farm answers, without a trailing slash, and the file of its keys, an array in JSON (bench/k6/run.ts makes both). */
export const farmUrl = __ENV['FARM_URL'] ?? 'http://127.0.0.1:8080';
const keys = new SharedArray<string>('keys', () => JSON.parse(open(__ENV['FARM_KEYS'] ?? '')) as string[]);

export const keyAt = (index: number): string => keys[index % keys.length] ?? '';
/** A key may ask 120 times a minute and publish ten times: callers take them in turn. */
export const nextKey = (): string => keyAt(exec.scenario.iterationInTest);

export type Answer = RefinedResponse<'text'>;

interface Asking {
  readonly key: string;
  /** How the request is called in the figures: one name for all ids. */
  readonly name: string;
  readonly timeout?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

const paramsOf = ({ key, name, timeout = '60s', tags = {} }: Asking) => ({
  headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  tags: { name, ...tags },
  timeout,
  responseType: 'text' as const,
});

export const get = (path: string, asking: Asking): Answer => http.get(`${farmUrl}/api/v2${path}`, paramsOf(asking));

export const post = (path: string, body: unknown, asking: Asking): Answer =>
  http.post(`${farmUrl}/api/v2${path}`, JSON.stringify(body), paramsOf(asking));

/** What every process has to do for a request at the least; the other figures are seen beside it. */
export const getHealth = (): Answer =>
  http.get(`${farmUrl}/healthz`, { tags: { name: 'healthz' }, responseType: 'text' });

export const isAnswered = (answer: Answer, status: number): boolean =>
  check(answer, { [`${status}`]: ({ status: given }) => given === status });

/** One field of the envelope's `data`. */
export const fieldOf = (answer: Answer, name: string): string =>
  String((answer.json() as { data: Record<string, unknown> }).data[name]);

export const projectBody = (title: string): object => ({
  title,
  brand: { name: 'Norra', primaryColor: '#6d5df6', secondaryColor: '#f25bb5' },
  scenes: [
    {
      templateId: 'big-claim',
      parameters: { headline: `${title}: busy is not the same as done.`, eyebrow: 'Meet Norra' },
    },
    { templateId: 'counting-statistic', parameters: { value: 11, suffix: 'h', label: 'won back, every week' } },
  ],
});

const endedPhases = ['completed', 'failed', 'render_failed', 'cancelled'];

/** Long polls until the publish has ended; its last phase. */
export const waitForEnd = (projectId: string, key: string): string => {
  for (;;) {
    const answer = get(`/projects/${projectId}/publish/status?wait=20`, { key, name: 'long poll' });
    if (!isAnswered(answer, 200)) return `${answer.status}`;
    const phase = fieldOf(answer, 'phase');
    if (endedPhases.includes(phase)) return phase;
  }
};
