import type { Project, PublishPlan, PublishStatus, Usage } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { blockersOf, costText, isRunning, overallPercent, waitingText } from './publish-words.ts';

const project = {
  id: 'prj_1',
  scenes: [
    { id: 'scn_a', position: 0 },
    { id: 'scn_b', position: 1 },
  ],
} as unknown as Project;
const problem = (over: Partial<PublishPlan['problems'][number]>): PublishPlan['problems'][number] => ({
  statusCode: 400,
  error: 'Bad Request',
  message: 'No.',
  code: 'VALIDATION_FAILED',
  ...over,
});

test('S60: each page that is missing leads to its capture', () => {
  const pending = problem({
    code: 'PENDING_CAPTURES',
    message: '1 scene(s) … POST /projects/:projectId/scenes/:sceneId/auto-capture.',
    details: [{ path: 'scenes[1]', code: 'PENDING_CAPTURE', message: 'Nothing was captured for page.' }],
  });
  expect(blockersOf([pending], project)).toEqual([
    {
      text: 'Scene 2 shows a page that was not captured yet.',
      link: { label: 'Capture a page', to: '/projects/prj_1/captures?scene=scn_b' },
    },
  ]);
});

test('S46: a text that is missing leads to its field', () => {
  const missing = problem({
    details: [{ path: 'scenes[0].parameters.headline', code: 'MISSING_TEXT', message: 'Give it a text.' }],
  });
  expect(blockersOf([missing], project)[0]).toEqual({
    text: 'Scene 1: Give it a text.',
    link: { label: 'Open scene 1', to: '/projects/prj_1?scene=scn_a&layer=headline' },
  });
});

test('S38: a logo that is missing leads to the brands', () => {
  const details = [
    { path: 'scenes[0].parameters.logo', code: 'MISSING_BRAND_ASSET', message: 'The brand has no logo.' },
  ];
  expect(blockersOf([problem({ details })], project)[0]?.link?.to).toBe('/brands');
});

test.each([
  [
    'PLAN_LIMIT_REACHED',
    'The plan has 3 exports a month in the web app; 3 are used and this needs 1. Get more at http://f/billing.',
    '/billing',
  ],
  ['SOMETHING_NEW', 'It is so. Ask with GET /projects/:projectId/x.', undefined],
])('%s says what people need and no more', (code, message, to) => {
  const [blocker] = blockersOf([problem({ code, message })], project);
  expect(blocker?.text).not.toMatch(/GET|http/);
  expect(blocker?.text).toMatch(/\w/);
  expect(blocker?.link?.to).toBe(to);
});

test('S106, N40: what a publish takes is told in renders and exports of the plan', () => {
  const plan = (rendered: number, ...codes: string[]) =>
    ({
      price: { scenes: { rendered, credits: 0 } },
      scenes: codes.map((code) => ({ plan: code === 'UNCHANGED' ? 'reuse' : 'render', reasons: [{ code }] })),
    }) as unknown as PublishPlan;
  const usage = {
    features: [
      { feature: 'scene_render', remaining: 1_488 },
      { feature: 'scene_render_revision', remaining: 700 },
      { feature: 'export', remaining: 12 },
    ],
  } as unknown as Usage;
  expect(costText(plan(2, 'NEW_SCENE', 'NEW_SCENE', 'UNCHANGED'), usage)).toBe(
    'Takes 2 scene renders and 1 export of your plan’s month (left: 1,488 renders of new scenes and 12 exports). No credits.',
  );
  expect(costText(plan(2, 'NEW_SCENE', 'LAYERS_CHANGED'), usage)).toContain(
    '(left: 1,488 renders of new scenes, 700 renders of changed scenes, and 12 exports)',
  );
  expect(costText(plan(0, 'UNCHANGED'), usage)).toBe(
    'Takes 1 export of your plan’s month (left: 12 exports). No credits.',
  );
  expect(costText(plan(0), undefined)).toBe('Takes 1 export of your plan’s month. No credits.');
});

test('S28: why nothing moves is said, with how many are before', () => {
  expect(waitingText(null)).toBeNull();
  expect(waitingText({ reason: 'NODES_BUSY', jobsAhead: 2 })).toBe(
    'Every node is at work on something else. 2 jobs wait longer than yours.',
  );
  expect(waitingText({ reason: 'NO_NODE_READY', jobsAhead: 0 })).toMatch(/as soon as one is\.$/);
});

test.each([
  ['rendering', 'rendering', 0, null, 0],
  ['rendering', 'rendering', 50, null, 40],
  ['exporting', 'done', 100, 50, 90],
  ['completed', 'done', 100, 100, 100],
] as const)('in %s, %s at %i and %s: %i percent', (phase, state, progressPercent, progress, percent) => {
  const made = progress === null ? null : { progress };
  const status = { phase, render: { state, progressPercent }, export: made } as unknown as PublishStatus;
  expect(overallPercent(status)).toBe(percent);
  expect(isRunning(status)).toBe(phase !== 'completed');
});
