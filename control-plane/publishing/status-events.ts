import { createHash } from 'node:crypto';
import type { PublishStatus } from './publish-view.ts';

/** What ends a stream of events: nothing will change by itself any more. */
export const isSettled = (phase: PublishStatus['phase']): boolean => phase !== 'rendering' && phase !== 'exporting';

/** Signed addresses change with every look; they alone are no news. */
const withoutAddresses = (status: PublishStatus): object => ({
  ...status,
  videoUrl: null,
  thumbnailUrl: null,
  render: { ...status.render, scenes: status.render.scenes.map((scene) => ({ ...scene, previewUrl: null })) },
});

/** True where a reader of `before` learns something from `after`. */
export const isNews = (before: PublishStatus | null, after: PublishStatus): boolean =>
  before === null || JSON.stringify(withoutAddresses(before)) !== JSON.stringify(withoutAddresses(after));

/**
 * Names what a status says: a reader that comes back with it has seen this one. It is the same in every control plane,
 * whatever was sent before, so that nothing has to be remembered about readers.
 */
export const eventIdOf = (status: PublishStatus): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify(withoutAddresses(status)))
    .digest('hex');
  return `${status.requestId ?? 'none'}-${digest.slice(0, 16)}`;
};

/** One event of the stream (text/event-stream). */
export const statusEvent = (status: PublishStatus): string =>
  `id: ${eventIdOf(status)}\nevent: status\ndata: ${JSON.stringify(status)}\n\n`;

/** What readers ignore: it shows them, and whatever stands between, that the stream lives. */
export const aliveComment = ': still here\n\n';

/** How soon a reader whose stream was cut should come back. */
export const retryLine = 'retry: 1000\n\n';
