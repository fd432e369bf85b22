import { stat } from 'node:fs/promises';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { findVoice } from '@reelyard/shared/media/catalog.ts';
import type { Executor } from '@reelyard/shared/node-runtime/executor.ts';
import { makeTake } from '../engine/narration/narration-take.ts';
import type { ProvenVoices } from '../engine/narration/proven-voices.ts';

/** Speaks a script with a voice that this node proved at start, and hands in the take. */
export const narrationSynthesize =
  (voices: ProvenVoices): Executor<'narration.synthesize'> =>
  async (attempt) => {
    const { lease, scratchPath, signal } = attempt;
    const startedMs = performance.now();
    const { voiceId, speed = 1, lines, totalSeconds } = lease.payload;
    const proven = voices.find(voiceId);
    if (proven === null)
      throw new JobFailureError({
        blame: findVoice(voiceId) === null ? 'input' : 'node',
        retryable: true,
        stage: 'prepare',
        code: 'VOICE_UNAVAILABLE',
        message: 'This node cannot speak with the chosen voice.',
      });
    const total = lines.length + 1;
    attempt.report({ stage: 'synthesize', done: 0, total });
    const take = await makeTake(
      {
        ...proven,
        speed,
        lines,
        totalSeconds,
        folder: scratchPath,
        onLineSpoken: (done) => attempt.report({ stage: 'synthesize', done, total }),
      },
      signal,
    );
    attempt.report({ stage: 'synthesize', done: total, total });
    const synthesizedMs = performance.now();
    const { size } = await stat(take.filePath);
    attempt.report({ stage: 'upload', done: 0, total: size });
    await attempt.upload('take', take.filePath);
    attempt.report({ stage: 'upload', done: size, total: size });
    const endedMs = performance.now();
    return {
      durationSeconds: totalSeconds,
      segments: take.segments,
      timingsMs: {
        synthesize: synthesizedMs - startedMs,
        upload: endedMs - synthesizedMs,
        total: endedMs - startedMs,
      },
    };
  };
