import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { PublishStatus } from '@reelyard/shared/sdk/operations.gen.ts';
import type { ReelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { clipped, fitting } from '../fitting.ts';
import type { Link, ToolContext } from '../tool.ts';

export interface Awaited {
  readonly projectId: string;
  readonly requestId: string | undefined;
  readonly timeoutSeconds: number;
}

type Waiting = Pick<ToolContext, 'api' | 'signal' | 'report'>;

const runningPhases: readonly string[] = ['rendering', 'exporting'];

/** The scenes are taken for nine tenths of the work, so that it never goes back when the export begins. */
const percentOf = ({ phase, render, export: made }: PublishStatus): number => {
  if (phase === 'completed') return 100;
  return Math.floor(render.progressPercent * 0.9 + (phase === 'exporting' ? (made?.progress ?? 0) * 0.1 : 0));
};

/**
 * The status at the end, or when the time is up or the farm stops. Follows the stream of statuses: one request however long it takes,
 * where a long poll is one for each percent and would eat the caller's 120 a minute.
 */
const statusAtEnd = async (
  { projectId, timeoutSeconds }: Awaited,
  { api, signal, report }: Waiting,
): Promise<PublishStatus> => {
  const { data: now } = await api.getPublishStatus({ projectId });
  if (!runningPhases.includes(now.phase) || timeoutSeconds === 0) return now;
  const deadline = AbortSignal.timeout(timeoutSeconds * 1_000);
  let latest = now;
  try {
    const onStatus = (status: PublishStatus): void => {
      latest = status;
      report(percentOf(status), status.message);
    };
    return await api.waitForPublish(projectId, { onStatus, signal: AbortSignal.any([deadline, signal]) });
  } catch (error) {
    if (error instanceof ApiError || !(deadline.aborted || signal.aborted)) throw error;
    return latest;
  }
};

/** The captions of a finished export; none where the key may not read exports: the video is there all the same. */
const captionsOf = async (api: ReelyardClient, { phase, export: made }: PublishStatus) => {
  if (phase !== 'completed' || made === null) return [];
  try {
    return [...(await api.getExport({ exportId: made.id })).data.captions];
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 403) return [];
    throw error;
  }
};

const summaryOf = (status: PublishStatus, isNewest: boolean): string => {
  const other = isNewest ? '' : 'This is a later publish than the one that was asked for. ';
  if (status.phase === 'completed')
    return `${other}The video is ready: ${status.videoUrl ?? 'its file is gone; publish again'}`;
  const failures = status.render.failures.map(({ sceneId, message }) => `${sceneId}: ${message}`).join(' ');
  const eta = status.etaSeconds === null ? '' : ` About ${status.etaSeconds} s more.`;
  return `${other}${status.phase}: ${status.message}${eta} ${failures} ${status.export?.errorMessage ?? ''}`.trimEnd();
};

const linksOf = (
  { videoUrl, thumbnailUrl }: PublishStatus,
  captions: readonly { format: string; url: string }[],
): Link[] => {
  const link = (uri: string | null, name: string, mimeType: string): Link[] =>
    uri === null ? [] : [{ uri, name, mimeType }];
  const isWebm = videoUrl !== null && new URL(videoUrl).pathname.endsWith('.webm');
  return [
    ...link(videoUrl, 'video', isWebm ? 'video/webm' : 'video/mp4'),
    ...link(thumbnailUrl, 'thumbnail', 'image/jpeg'),
    ...captions.filter(({ format }) => format === 'vtt').flatMap(({ url }) => link(url, 'captions', 'text/vtt')),
  ];
};

/** The answer of video_wait. */
export const waitForEnd = async (awaited: Awaited, context: Waiting) => {
  const status = await statusAtEnd(awaited, context);
  const captions = await captionsOf(context.api, status);
  const { render, export: made, phase } = status;
  const isNewest = awaited.requestId === undefined || awaited.requestId === status.requestId;
  return {
    structured: {
      requestId: status.requestId,
      isNewest,
      settled: !runningPhases.includes(phase),
      phase,
      message: clipped(status.message, 500),
      progressPercent: percentOf(status),
      etaSeconds: status.etaSeconds,
      doneScenes: render.doneScenes,
      sceneCount: render.sceneCount,
      failures: fitting(
        render.failures.map(({ sceneId, code, message, retryable, creditRefunded }) => ({
          sceneId,
          code,
          message: clipped(message, 300),
          retryable,
          refunded: creditRefunded,
        })),
        2_000,
      ),
      exportError: made?.errorMessage === undefined ? null : clipped(made.errorMessage, 500),
      videoUrl: status.videoUrl,
      thumbnailUrl: status.thumbnailUrl,
      durationSeconds: made?.durationSeconds ?? null,
      captions,
    },
    summary: summaryOf(status, isNewest),
    links: linksOf(status, captions),
  };
};
