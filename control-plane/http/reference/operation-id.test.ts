import { expect, test } from 'vitest';
import { operationIdOf } from './operation-id.ts';

test.each([
  ['get', '/projects', 'listProjects'],
  ['post', '/projects', 'createProject'],
  ['get', '/projects/{projectId}', 'getProject'],
  ['patch', '/projects/{projectId}', 'updateProject'],
  ['delete', '/projects/{projectId}', 'deleteProject'],
  ['post', '/projects/{projectId}/duplicate', 'duplicateProject'],
  ['get', '/media/music', 'getMediaMusic'],
  ['post', '/api-keys/{id}/rotate', 'rotateApiKey'],
  ['get', '/api-keys/{id}/usage', 'getApiKeyUsage'],
  ['get', '/projects/{projectId}/render/status', 'getProjectRenderStatus'],
  ['post', '/projects/{projectId}/scenes/{sceneId}/auto-capture', 'autoCaptureProjectScene'],
  ['delete', '/browse/sessions/{id}', 'deleteBrowseSession'],
])('%s %s is called %s', (method, path, operationId) => {
  expect(operationIdOf(method, path)).toBe(operationId);
});
