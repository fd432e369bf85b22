import { fieldOf, get, getHealth, isAnswered, keyAt, nextKey, post, projectBody } from './farm.ts';

const perSecond = Number(__ENV['PER_SECOND'] ?? 40);
const seconds = Number(__ENV['SECONDS'] ?? 20);

/** Callers come at a fixed rate, whatever the farm does: of ten, five read a project, three list, two read the templates. */
export const options = {
  scenarios: {
    reading: {
      executor: 'constant-arrival-rate',
      rate: perSecond,
      timeUnit: '1s',
      duration: `${seconds}s`,
      preAllocatedVUs: 20,
      maxVUs: 200,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    // A caller that has to be dropped is one that found no free place among 200: the farm is behind.
    dropped_iterations: ['count==0'],
    'http_req_duration{name:healthz}': ['p(95)<1000'],
    'http_req_duration{name:project}': ['p(95)<1000'],
    'http_req_duration{name:list}': ['p(95)<1000'],
    'http_req_duration{name:templates}': ['p(95)<1000'],
  },
};

export const setup = (): string[] =>
  Array.from({ length: 20 }, (_, index) =>
    fieldOf(post('/projects', projectBody(`Read ${index}`), { key: keyAt(index), name: 'create' }), 'id'),
  );

export default (projectIds: string[]): void => {
  const key = nextKey();
  const draw = Math.random();
  isAnswered(getHealth(), 200);
  if (draw < 0.5) {
    const id = projectIds[Math.floor(Math.random() * projectIds.length)] ?? '';
    isAnswered(get(`/projects/${id}`, { key, name: 'project' }), 200);
  } else if (draw < 0.8) isAnswered(get('/projects?limit=20', { key, name: 'list' }), 200);
  else isAnswered(get('/templates', { key, name: 'templates' }), 200);
};
