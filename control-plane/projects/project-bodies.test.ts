import { expect, test } from 'vitest';
import {
  addSceneBody,
  createProjectBody,
  patchProjectBody,
  patchSceneBody,
  reorderBody,
  swapTemplateBody,
} from './project-bodies.ts';

test('S34: a body says only what it must', () => {
  const body = { scenes: [{ templateId: 'tpl_a' }] };
  expect(createProjectBody.parse(body)).toEqual(body);
  expect(addSceneBody.parse({ templateId: 'tpl_a' })).toEqual({ templateId: 'tpl_a' });
  expect([patchProjectBody, patchSceneBody].map((schema) => schema.parse({}))).toEqual([{}, {}]);
});

test('N20: a title is trimmed and has 1 to 200 characters', () => {
  expect(patchProjectBody.parse({ title: ' A ' }).title).toBe('A');
  expect(patchProjectBody.safeParse({ title: '  ' }).success).toBe(false);
  expect(patchProjectBody.safeParse({ title: 'a'.repeat(201) }).success).toBe(false);
});

test.each([
  ['createProjectBody', createProjectBody, { scenes: [{ templateId: 'a' }], scene: [] }],
  ['addSceneBody', addSceneBody, { templateId: 'a', order: 1 }],
  ['patchSceneBody', patchSceneBody, { name: 'a' }],
  ['reorderBody', reorderBody, { sceneIds: ['a'], force: true }],
  ['swapTemplateBody', swapTemplateBody, { templateId: 'a', title: 'b' }],
])('N54: %s takes no field that it does not know', (_name, schema, body) => {
  expect(schema.safeParse(body).success).toBe(false);
});

test('S42/N11: a position is a whole number from 0', () => {
  for (const position of [-1, 0.5, '1'])
    expect(addSceneBody.safeParse({ templateId: 'a', position }).success).toBe(false);
  expect(addSceneBody.parse({ templateId: 'a', position: 0 }).position).toBe(0);
});

test('a scene names at most 100 layers', () => {
  const parameters = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  expect(patchSceneBody.safeParse({ parameters: parameters(100) }).success).toBe(true);
  expect(patchSceneBody.safeParse({ parameters: parameters(101) }).error?.issues[0]?.path).toEqual(['parameters']);
});
