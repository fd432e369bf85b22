import type { ProjectStatus } from './allowed-actions.ts';
import type { Tone } from './ui/badge.tsx';

const numbers = new Intl.NumberFormat('en-US');
export const many = (count: number): string => numbers.format(count);
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${many(count)} ${count === 1 ? one : more}`;

/** A project's status as a maker says it. */
export const statusWords: Readonly<Record<ProjectStatus, { readonly label: string; readonly tone: Tone }>> = {
  RENDER_PENDING: { label: 'Draft', tone: 'plain' },
  RENDERING: { label: 'Rendering', tone: 'accent' },
  RENDERED: { label: 'Scenes ready', tone: 'plain' },
  EXPORTING: { label: 'Exporting', tone: 'accent' },
  COMPLETED: { label: 'Published', tone: 'good' },
  RENDER_FAILED: { label: 'Render failed', tone: 'bad' },
  EXPORT_FAILED: { label: 'Export failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'warn' },
  ARCHIVED: { label: 'Archived', tone: 'plain' },
};

/** `4.5 s`, `1 min 05 s` */
export const durationText = (seconds: number): string => {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
};

/** How long until it is done, as rough as the estimate is. */
export const etaText = (seconds: number | null): string | null => {
  if (seconds === null) return null;
  if (seconds <= 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'about a minute left' : `about ${minutes} minutes left`;
};

/** `3.4 MB` */
export const sizeText = (bytes: number): string => {
  if (bytes < 1_000_000) return `${many(Math.max(1, Math.round(bytes / 1_000)))} kB`;
  return `${many(Number((bytes / 1_000_000).toFixed(1)))} MB`;
};

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `2 hours ago`, `yesterday`, `just now` */
export const agoText = (time: string, now: Date): string => {
  const seconds = Math.round((new Date(time).getTime() - now.getTime()) / 1_000);
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit === undefined ? 'just now' : relative.format(Math.trunc(seconds / unit[1]), unit[0]);
};

/** `1 Dec 2026, 14:05` where the reader is. */
export const momentText = (time: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time));
