import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureFile } from '@reelyard/shared/contracts/capture.ts';
import type { CaptureAnswer, CaptureInPage } from '@reelyard/shared/contracts/session-protocol.ts';
import { defaultRetryPolicy } from '@reelyard/shared/node-runtime/retry.ts';
import { uploadFile } from '@reelyard/shared/node-runtime/transfer.ts';
import { captureComponents } from '../capture/capture-components.ts';
import type { LiveSession } from './live-session.ts';

const captureMs = 60_000;
const uploadMs = 40_000;

/** The file's own format names its target. */
const mimeOf = (filePath: string): 'image/png' | 'image/jpeg' =>
  /\.jpe?g$/.test(filePath) ? 'image/jpeg' : 'image/png';

const upload = async (
  name: string,
  filePath: string,
  { uploads }: CaptureInPage,
  signal: AbortSignal,
): Promise<[string, CaptureAnswer['files'][string]]> => {
  const target = uploads[name as CaptureFile]?.[mimeOf(filePath)];
  if (target === undefined) throw new Error(`the capture has no place for ${name}`);
  const options = { signal, retryPolicy: defaultRetryPolicy, giveUpAfterMs: uploadMs };
  return [name, await uploadFile(target, filePath, options)];
};

/**
 * S70: captures the page that a session shows and puts the pictures where the control plane said.
 *
 * @throws CaptureProblemError where the page or a selector is at fault
 */
export const captureInSession = async (
  session: LiveSession,
  body: CaptureInPage,
  scratchPath: string,
): Promise<CaptureAnswer> => {
  await mkdir(scratchPath, { recursive: true });
  const outDir = await mkdtemp(join(scratchPath, 'attempt-'));
  const signal = AbortSignal.any([session.lease.signal, AbortSignal.timeout(captureMs + uploadMs)]);
  try {
    const { result, files } = await session.onPage(
      async (page) => await captureComponents(page, body.request, { outDir, signal, ...session.opened }),
    );
    const uploaded = await Promise.all(
      Object.entries(files).map(async ([name, filePath = '']) => await upload(name, filePath, body, signal)),
    );
    return { result, files: Object.fromEntries(uploaded) };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
};
