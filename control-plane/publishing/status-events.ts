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

/** One event of the stream (text/event-stream). */
export const statusEvent = (status: PublishStatus, number: number): string =>
  `id: ${number}\nevent: status\ndata: ${JSON.stringify(status)}\n\n`;
