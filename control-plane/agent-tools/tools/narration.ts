import { z } from 'zod';
import { clipped, fitting } from '../fitting.ts';
import { changes, defineTool, recordId } from '../tool.ts';

const setNarration = defineTool({
  name: 'video_set_narration',
  title: 'Set voice and narration',
  description:
    'Keeps a voice for the project and has the voiceoverText of its scenes spoken; tells which lines have no room in their scene. Call again to see how far it is. Free.',
  hints: changes({ idempotentHint: true }),
  input: z.strictObject({
    projectId: recordId,
    voiceId: z.string().optional().describe('Of video_list_media'),
    language: z.string().optional().describe('Instead of voiceId: a voice of that language'),
    speed: z.number().optional().describe('1 = the pace of the voice'),
  }),
  output: z.object({
    state: z.string().describe('none, stale, building, ready or failed'),
    ready: z.boolean(),
    message: z.string(),
    voiceId: z.string(),
    speed: z.number(),
    durationSeconds: z.number().nullable(),
    lineCount: z.int(),
    tooLong: z.array(z.object({ sceneId: z.string(), text: z.string() })),
    error: z.string().nullable(),
  }),
  async run({ projectId, ...body }, { api }) {
    const { data } = await api.refreshNarration({ projectId, body });
    const tooLong = data.segments
      .filter(({ fits }) => !fits)
      .map(({ sceneId, text }) => ({ sceneId, text: clipped(text, 200) }));
    const { state, ready, voiceId, speed, durationSeconds, segments, audioUrl } = data;
    const long =
      tooLong.length === 0 ? '' : ` Too long for their scene: ${tooLong.map(({ sceneId }) => sceneId).join(', ')}.`;
    return {
      structured: {
        state,
        ready,
        message: clipped(data.message, 500),
        voiceId,
        speed,
        durationSeconds,
        lineCount: segments.length,
        tooLong: fitting(tooLong),
        error: data.error === null ? null : clipped(data.error, 500),
      },
      summary: `${voiceId}, ${segments.length} lines: ${state}. ${clipped(data.message, 400)}${long}`,
      links: audioUrl === null ? [] : [{ uri: audioUrl, name: 'narration', mimeType: 'audio/flac' }],
    };
  },
});

export const narrationTools = [setNarration];
