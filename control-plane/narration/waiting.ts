import type { JobKind } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Capabilities } from '@reelyard/shared/contracts/node-protocol.ts';
import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';

const waitingReasons = [
  'NO_NODE_READY',
  'NO_NODE_FOR_KIND',
  'NO_NODE_FOR_CODEC',
  'NO_NODE_FOR_VOICE',
  'NODES_BUSY',
] as const;

/** Why nothing moves yet (S61). */
export const waitingSchema = z.object({
  reason: z
    .enum(waitingReasons)
    .describe(
      'NO_NODE_READY: no render node is there; NO_NODE_FOR_…: none of those that are there can do this; ' +
        'NODES_BUSY: each works on something else',
    ),
  jobsAhead: z.int().min(0).describe('Jobs of everybody that wait longer than the first one of this'),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** What the next job of a publish, or a take, asks of a node. */
export interface Needs {
  readonly kind: JobKind;
  readonly codec: VideoCodec | null;
  readonly voiceId: string | null;
}

type ReadyNode = Pick<Capabilities, 'kinds' | 'encoders' | 'voices'>;

const reasonFor = (nodes: readonly ReadyNode[], { kind, codec, voiceId }: Needs): Waiting['reason'] => {
  if (nodes.length === 0) return 'NO_NODE_READY';
  const ofKind = nodes.filter(({ kinds }) => kinds.includes(kind));
  if (ofKind.length === 0) return 'NO_NODE_FOR_KIND';
  if (codec !== null && !ofKind.some(({ encoders }) => encoders.some((encoder) => encoder.codec === codec))) {
    return 'NO_NODE_FOR_CODEC';
  }
  return voiceId !== null && !ofKind.some(({ voices }) => voices.includes(voiceId))
    ? 'NO_NODE_FOR_VOICE'
    : 'NODES_BUSY';
};

/** Why nothing moves. `nodes` = the render nodes that are ready. */
export const waitingFor = (nodes: readonly ReadyNode[], needs: Needs, jobsAhead: number): Waiting => ({
  reason: reasonFor(nodes, needs),
  jobsAhead,
});

const codecNames: Record<VideoCodec, string> = { h264: 'H.264 (mp4)', vp9: 'VP9 (webm)' };
const kindNames: Partial<Record<JobKind, string>> = {
  'scene.render': 'renders scenes',
  'narration.synthesize': 'speaks narration',
  'export.assemble': 'makes exports',
};

const busyMessage = (jobsAhead: number): string =>
  jobsAhead === 0
    ? 'Waiting for a render node to become free.'
    : `Waiting for a render node to become free; ${jobsAhead} job${jobsAhead === 1 ? '' : 's'} ahead in the queue.`;

/** The same for people. */
export const waitingMessage = ({ reason, jobsAhead }: Waiting, { kind, codec }: Needs): string => {
  const messages: Record<Waiting['reason'], string> = {
    NO_NODE_READY: 'Waiting for a render node: none is ready.',
    NO_NODE_FOR_KIND: `Waiting for a render node that ${kindNames[kind] ?? `does ${kind}`}: none that is ready does.`,
    NO_NODE_FOR_CODEC: `Waiting for a render node with ${codec === null ? 'the codec' : codecNames[codec]}: none that is ready encodes it.`,
    NO_NODE_FOR_VOICE: 'Waiting for a render node with the chosen voice: none that is ready has it.',
    NODES_BUSY: busyMessage(jobsAhead),
  };
  return messages[reason];
};
