import { z } from 'zod';

/** S9/N8: the aspect ratios of the contract. `16:12` is 4:3 as the contract writes it; it is never normalised. */
export const aspectRatios = ['16:9', '16:12'] as const;
export const aspectRatioSchema = z.enum(aspectRatios);
export type AspectRatio = z.infer<typeof aspectRatioSchema>;

/** S49: the rungs a caller may ask for; each names the height of the picture, in ascending order. */
export const qualities = ['720p', '1080p', '4K'] as const;
export const qualitySchema = z.enum(qualities);
export type Quality = z.infer<typeof qualitySchema>;

/** S50: mp4 = H.264 + AAC, webm = VP9 + Opus. */
export const containers = ['mp4', 'webm'] as const;
export const containerSchema = z.enum(containers);
export type Container = z.infer<typeof containerSchema>;

export const videoCodecs = ['h264', 'vp9'] as const;
export const videoCodecSchema = z.enum(videoCodecs);
export type VideoCodec = z.infer<typeof videoCodecSchema>;

export const codecOfContainer: Record<Container, VideoCodec> = { mp4: 'h264', webm: 'vp9' };

export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** N8: the pixel size of every aspect ratio and quality. */
export const pixelSizes: Record<AspectRatio, Record<Quality, PixelSize>> = {
  '16:9': {
    '720p': { widthPx: 1280, heightPx: 720 },
    '1080p': { widthPx: 1920, heightPx: 1080 },
    '4K': { widthPx: 3840, heightPx: 2160 },
  },
  '16:12': {
    '720p': { widthPx: 960, heightPx: 720 },
    '1080p': { widthPx: 1440, heightPx: 1080 },
    '4K': { widthPx: 2880, heightPx: 2160 },
  },
};

/** Templates are composed on the 1080p canvas of their ratio; other qualities scale it. */
export const compositionSize = (ratio: AspectRatio): PixelSize => pixelSizes[ratio]['1080p'];

/** True where `quality` is at most `limit` on the ladder. */
export const isQualityWithin = (quality: Quality, limit: Quality): boolean =>
  qualities.indexOf(quality) <= qualities.indexOf(limit);
