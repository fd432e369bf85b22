import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { type FfmpegProcess, startFfmpeg } from './ffmpeg.ts';

export interface ChunkFile {
  readonly frameCount: number;
}

/** Takes frames in order. Awaiting `write` before the next frame is drawn IS the back-pressure. */
export interface EncoderSink {
  /** Resolves when the encoder's input took the whole frame; the buffer may then be used again. */
  write(i420: Uint8Array): Promise<void>;
  /** Resolves when every frame written stands in the file; throws a JobFailureError where one is missing. */
  finish(): Promise<ChunkFile>;
  /** Ends the encoder without a result. */
  abandon(): Promise<void>;
}

export interface SinkOptions {
  readonly signal: AbortSignal;
  readonly stallSeconds?: number;
  /** Frames that came out of the encoder so far. */
  readonly onAcknowledged: (frameCount: number) => void;
}

const sendFrame = async (ffmpeg: FfmpegProcess, i420: Uint8Array): Promise<void> => {
  const sent = new Promise<void>((resolve, reject) => {
    ffmpeg.stdin.write(i420, (error) => (error ? reject(error) : resolve()));
  });
  // When ffmpeg is gone, why it went says more than the broken pipe.
  await sent.catch(async (cause: unknown) => {
    await ffmpeg.exited;
    throw new Error('the encoder closed its input before the last frame', { cause });
  });
  ffmpeg.touch();
};

/** One supervised ffmpeg that reads raw I420 frames on stdin. `args` come from `chunkArgs`. */
export const ffmpegSink = (args: readonly string[], options: SinkOptions): EncoderSink => {
  const abandoned = new AbortController();
  let writtenCount = 0;
  let acknowledgedCount = 0;
  const ffmpeg = startFfmpeg(args, {
    signal: AbortSignal.any([options.signal, abandoned.signal]),
    stage: 'encode',
    ...(options.stallSeconds === undefined ? {} : { stallSeconds: options.stallSeconds }),
    onProgress: ({ frameCount }) => {
      acknowledgedCount = frameCount;
      options.onAcknowledged(frameCount);
    },
  });
  return {
    write: async (i420) => {
      await sendFrame(ffmpeg, i420);
      writtenCount += 1;
    },
    finish: async () => {
      ffmpeg.stdin.end();
      const { stderr } = await ffmpeg.exited;
      if (acknowledgedCount !== writtenCount)
        throw new JobFailureError({
          blame: 'engine',
          retryable: true,
          stage: 'encode',
          code: 'FRAMES_LOST',
          message: `The encoder took ${writtenCount} frames and gave ${acknowledgedCount}.`,
          diagnostics: stderr.slice(-8_000),
        });
      return { frameCount: acknowledgedCount };
    },
    abandon: async () => {
      abandoned.abort(new Error('abandoned'));
      await ffmpeg.exited.catch(() => {});
    },
  };
};
