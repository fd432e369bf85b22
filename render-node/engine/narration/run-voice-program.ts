import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { engineConfig } from '../config.ts';
import { followingParent } from '../following-parent.ts';

const run = promisify(execFile);
/** A line is seconds of speech and takes a fraction of a second to make; this only ends a hung synthesiser. */
const timeoutMs = 60_000;

/**
 * Runs a synthesiser to its end: without the node's secrets, killed with the thread that started it and when the signal
 * aborts. Throws the signal's reason, or a JobFailureError that blames the node.
 */
export const runVoiceProgram = async (command: readonly string[], signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const { childEnvironment } = engineConfig();
  const [file = '', ...args] = followingParent(command);
  try {
    await run(file, args, { signal, timeout: timeoutMs, killSignal: 'SIGKILL', env: { ...childEnvironment } });
  } catch (cause) {
    signal.throwIfAborted();
    const stderr = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
    throw new JobFailureError(
      {
        blame: 'node',
        retryable: true,
        stage: 'encode',
        code: 'VOICE_FAILED',
        message: 'The voice of this node failed to speak.',
        diagnostics: stderr.slice(-4_000),
      },
      { cause },
    );
  }
};
