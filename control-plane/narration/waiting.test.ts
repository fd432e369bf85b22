import { expect, test } from 'vitest';
import { type Needs, waitingFor, waitingMessage } from './waiting.ts';

const encoder = (codec: 'h264' | 'vp9') => ({ name: codec, codec, hardware: false });
const node = { kinds: ['scene.render', 'export.assemble'] as const, encoders: [encoder('h264')], voices: ['voi_a'] };
const readyNode = { ...node, kinds: [...node.kinds] };
const needs: Needs = { kind: 'scene.render', codec: 'h264', voiceId: null };

test.each<[string, Parameters<typeof waitingFor>, string, RegExp]>([
  ['no node at all', [[], needs, 3], 'NO_NODE_READY', /none is ready/],
  ['no node of the kind', [[{ ...readyNode, kinds: [] }], needs, 0], 'NO_NODE_FOR_KIND', /that renders scenes/],
  ['no node with VP9', [[readyNode], { ...needs, codec: 'vp9' }, 0], 'NO_NODE_FOR_CODEC', /VP9 \(webm\)/],
  [
    'no node with the voice',
    [[readyNode], { kind: 'export.assemble', codec: null, voiceId: 'voi_b' }, 0],
    'NO_NODE_FOR_VOICE',
    /with the chosen voice/,
  ],
  ['nodes that are busy', [[readyNode], needs, 0], 'NODES_BUSY', /to become free\.$/],
  ['a queue before it', [[readyNode], needs, 1], 'NODES_BUSY', /free; 1 job ahead/],
])('S61: who waits for %s is told so', (_name, [nodes, asked, jobsAhead], reason, message) => {
  const waiting = waitingFor(nodes, asked, jobsAhead);
  expect(waiting).toEqual({ reason, jobsAhead });
  expect(waitingMessage(waiting, asked)).toMatch(message);
});
