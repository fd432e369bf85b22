import { describe, expect, test } from 'vitest';
import { actionsBodySchema, openBodySchema } from './browse-bodies.ts';

const pathsOf = (body: unknown): string[] =>
  (actionsBodySchema.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the body of a call for steps', () => {
  test.each([
    { type: 'goto', text: 'https://example.com' },
    { type: 'click', text: 'Pricing' },
    { type: 'click', selector: '#menu' },
    { type: 'hover', selector: 'nav a' },
    { type: 'type', text: 'hello', selector: 'input' },
    { type: 'type', text: 'into the field that has the focus' },
    { type: 'press', text: 'Enter' },
    { type: 'press', text: 'Control+Shift+a' },
    { type: 'press', text: '+' },
    { type: 'scroll', text: 'down' },
    { type: 'scroll', text: '-400' },
    { type: 'scroll', selector: '#faq' },
    { type: 'wait', text: '10000' },
    { type: 'wait', selector: '.loaded' },
    { type: 'back' },
  ])('N35: takes $type with $text$selector', (action) => {
    expect(pathsOf({ actions: [action] })).toEqual([]);
  });

  test.each([
    { type: 'goto' },
    { type: 'goto', text: 'file:///etc/passwd' },
    { type: 'goto', text: 'https://example.com', selector: 'a' },
    { type: 'click' },
    { type: 'click', text: 'a', selector: 'b' },
    { type: 'type', selector: 'input' },
    { type: 'type', text: '', selector: 'input' },
    { type: 'press' },
    { type: 'press', text: 'Enter Enter' },
    { type: 'scroll', text: 'sideways' },
    { type: 'wait', text: '10001' },
    { type: 'wait', text: '-1' },
    { type: 'wait' },
    { type: 'back', text: '2' },
  ])('N35: refuses $type with $text$selector', (action) => {
    expect(pathsOf({ actions: [action] })).toEqual(['actions.0']);
  });

  test('every wrong action is named at once', () => {
    expect(pathsOf({ actions: [{ type: 'goto' }, { type: 'back' }, { type: 'wait' }, { type: 'jump' }] })).toEqual([
      'actions.0',
      'actions.2',
      'actions.3.type',
    ]);
  });

  test('N47: thirteen actions are an error of shape', () => {
    const actions = Array.from({ length: 13 }, () => ({ type: 'back' }));
    expect(pathsOf({ actions })).toEqual(['actions']);
    expect(pathsOf({ actions: actions.slice(1) })).toEqual([]);
    expect(pathsOf({ actions: [] })).toEqual(['actions']);
  });
});

describe('the body that opens a session', () => {
  test('S75: a scene without its project is refused', () => {
    expect(openBodySchema.safeParse({ url: 'https://example.com', sceneId: 'scn_1' }).success).toBe(false);
    expect(openBodySchema.safeParse({ url: 'https://example.com', sceneId: 'scn_1', projectId: 'prj_1' }).success).toBe(
      true,
    );
  });

  test('S83: only pages of the web are opened', () => {
    expect(openBodySchema.safeParse({ url: 'chrome://version' }).success).toBe(false);
  });
});
