const pascal = (segment: string): string =>
  segment
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.endsWith('s') ? word.slice(0, -1) : word;

const isParameter = (segment: string): boolean => segment.startsWith('{');

const collectionVerbs: Readonly<Record<string, string>> = { get: 'list', post: 'create' };
const memberVerbs: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'post',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
};

/**
 * The operationId of an endpoint that names none itself, from its method and its path: `GET /projects` listProjects,
 * `POST /projects` createProject, `GET /projects/{projectId}` getProject, `POST /api-keys/{id}/rotate` rotateApiKey,
 * `GET /api-keys/{id}/usage` getApiKeyUsage. It is the name of the client's method too: renaming a path renames both.
 */
export const operationIdOf = (method: string, path: string): string => {
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = segments.filter((segment) => !isParameter(segment));
  const last = segments.at(-1) ?? '';
  const owner = names.slice(0, -1).map((name) => pascal(singular(name)));
  const own = names.at(-1) ?? '';
  if (isParameter(last)) return `${memberVerbs[method] ?? method}${owner.join('')}${pascal(singular(own))}`;
  const isBelowMember = segments.some(isParameter);
  const isPlural = own.endsWith('s') && own !== 'status' && own !== 'readiness';
  const collectionVerb = isPlural ? collectionVerbs[method] : undefined;
  if (collectionVerb !== undefined) {
    return `${collectionVerb}${owner.join('')}${pascal(collectionVerb === 'list' ? own : singular(own))}`;
  }
  if (method === 'post' && isBelowMember)
    return `${own.replaceAll(/-(\w)/g, (_, c: string) => c.toUpperCase())}${owner.join('')}`;
  return `${memberVerbs[method] ?? method}${owner.join('')}${pascal(own)}`;
};
