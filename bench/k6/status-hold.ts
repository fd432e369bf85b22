import { check } from 'k6';
import { Trend } from 'k6/metrics';
import { fieldOf, get, isAnswered, keyAt, nextKey, post, projectBody } from './farm.ts';

const streams = Number(__ENV['STREAMS'] ?? 200);
/** How long a watcher's stream was open. They are opened together, so the difference is how much later the last one learns. */
const streamSeconds = new Trend('stream_seconds');

const reading = (startTime: string, phase: string) => ({
  executor: 'constant-arrival-rate',
  exec: 'read',
  rate: 20,
  timeUnit: '1s',
  startTime,
  duration: '8s',
  preAllocatedVUs: 20,
  maxVUs: 100,
  tags: { phase },
});

/**
 * Many watch one publish by its stream of statuses; beside them others read. The same readers come before, with nobody
 * watching: what do the watchers cost them? The publish is a slow one (bench/k6/run.ts lets its nodes take their time).
 */
export const options = {
  scenarios: {
    alone: reading('0s', 'alone'),
    watching: {
      executor: 'per-vu-iterations',
      exec: 'watch',
      vus: streams,
      iterations: 1,
      startTime: '9s',
      maxDuration: '90s',
    },
    beside: reading('11s', 'beside'),
  },
  thresholds: {
    checks: ['rate==1'],
    'http_req_duration{phase:alone}': ['p(95)<2000'],
    'http_req_duration{phase:beside}': ['p(95)<2000'],
    stream_seconds: ['max<90'],
  },
};

interface Watched {
  readonly idle: string;
  readonly published: string;
}

export const setup = (): Watched => {
  const create = (title: string): string =>
    fieldOf(post('/projects', projectBody(title), { key: keyAt(0), name: 'create' }), 'id');
  const [idle, published] = [create('Idle'), create('Watched')];
  isAnswered(post(`/projects/${published}/publish`, {}, { key: keyAt(0), name: 'publish' }), 200);
  return { idle, published };
};

export const read = ({ idle }: Watched): void => {
  isAnswered(get(`/projects/${idle}`, { key: nextKey(), name: 'project' }), 200);
};

export const watch = ({ published }: Watched): void => {
  const startedAtMs = Date.now();
  const stream = get(`/projects/${published}/publish/events`, { key: nextKey(), name: 'stream', timeout: '90s' });
  streamSeconds.add((Date.now() - startedAtMs) / 1_000);
  check(stream, { 'saw the end': ({ body }) => body.includes('"phase":"completed"') });
};
