import { check } from 'k6';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { fieldOf, isAnswered, nextKey, post, projectBody, waitForEnd } from './farm.ts';

const publishes = Number(__ENV['PUBLISHES'] ?? 150);
const completed = new Counter('publishes_completed');
const whole = new Trend('publish_to_end', true);

/** Thirty callers publish at once, each waits for the end by long poll and publishes the next: nothing may be lost or refused. */
export const options = {
  scenarios: { storm: { executor: 'shared-iterations', vus: 30, iterations: publishes, maxDuration: '5m' } },
  thresholds: {
    checks: ['rate==1'],
    publishes_completed: [`count==${publishes}`],
    publish_to_end: ['p(95)<60000'],
    'http_req_duration{name:create}': ['p(95)<5000'],
    'http_req_duration{name:publish}': ['p(95)<5000'],
  },
};

export default (): void => {
  const key = nextKey();
  const created = post('/projects', projectBody(`Storm ${exec.scenario.iterationInTest}`), { key, name: 'create' });
  if (!isAnswered(created, 201)) return;
  const id = fieldOf(created, 'id');
  const startedAtMs = Date.now();
  if (!isAnswered(post(`/projects/${id}/publish`, {}, { key, name: 'publish' }), 200)) return;
  const phase = waitForEnd(id, key);
  check(phase, { completed: (end) => end === 'completed' });
  if (phase === 'completed') completed.add(1);
  whole.add(Date.now() - startedAtMs);
};
