import type { VideoCodec } from './render-format.ts';

/**
 * Every object key is built here, from ids and hashes of ours only (G11: nothing a caller typed is ever part of one).
 * Keys of results carry the attempt, so that a superseded attempt cannot overwrite the accepted file (B4).
 */
const extensionOfCodec: Record<VideoCodec, string> = { h264: 'mp4', vp9: 'webm' };

export const storageKeys = {
  image: (accountId: string, sha256: string, extension: 'png' | 'jpg') =>
    `accounts/${accountId}/images/${sha256}.${extension}`,
  mezzanine: (accountId: string, renditionHash: string, jobId: string, attempt: number, codec: VideoCodec) =>
    `accounts/${accountId}/renditions/${renditionHash}/${jobId}-${attempt}.${extensionOfCodec[codec]}`,
  poster: (accountId: string, renditionHash: string, jobId: string, attempt: number) =>
    `accounts/${accountId}/renditions/${renditionHash}/${jobId}-${attempt}.jpg`,
  take: (accountId: string, scriptHash: string, jobId: string, attempt: number) =>
    `accounts/${accountId}/narration/${scriptHash}/${jobId}-${attempt}.flac`,
  exportFile: (
    accountId: string,
    exportId: string,
    attempt: number,
    extension: 'mp4' | 'webm' | 'jpg' | 'srt' | 'vtt',
  ) => `accounts/${accountId}/exports/${exportId}/${attempt}.${extension}`,
  captureFile: (accountId: string, captureId: string, attempt: number, file: string, extension: 'png' | 'jpg') =>
    `accounts/${accountId}/captures/${captureId}/${attempt}-${file}.${extension}`,
  brandFile: (accountId: string, brandReadId: string, attempt: number, file: string) =>
    `accounts/${accountId}/brands/${brandReadId}/${attempt}-${file}.png`,
} as const;

/** What a storage key looks like; the object store refuses everything else. */
export const storageKeyPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*)*(?:\.[a-z0-9]+)?$/;
