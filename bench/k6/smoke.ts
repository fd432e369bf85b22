import { check } from 'k6';
import { fieldOf, get, getHealth, isAnswered, nextKey, post, projectBody, waitForEnd } from './farm.ts';

/** One caller walks the whole way once: is the farm there, and does a publish come to its end? */
export const options = {
  scenarios: { smoke: { executor: 'shared-iterations', vus: 1, iterations: 1, maxDuration: '2m' } },
  thresholds: { checks: ['rate==1'], http_req_failed: ['rate==0'] },
};

export default (): void => {
  const key = nextKey();
  isAnswered(getHealth(), 200);
  isAnswered(get('/templates', { key, name: 'templates' }), 200);
  const created = post('/projects', projectBody('Smoke'), { key, name: 'create' });
  if (!isAnswered(created, 201)) return;
  const id = fieldOf(created, 'id');
  isAnswered(get(`/projects/${id}`, { key, name: 'project' }), 200);
  isAnswered(post(`/projects/${id}/publish/plan`, {}, { key, name: 'price' }), 200);
  isAnswered(post(`/projects/${id}/publish`, {}, { key, name: 'publish' }), 200);
  check(waitForEnd(id, key), { completed: (phase) => phase === 'completed' });
  const stream = get(`/projects/${id}/publish/events`, { key, name: 'stream' });
  check(stream, {
    'the stream of a publish that is over tells its end': ({ body }) => body.includes('"phase":"completed"'),
  });
};
