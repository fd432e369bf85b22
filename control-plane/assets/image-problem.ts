import type { EgressRefusalCode } from '@reelyard/shared/egress/egress-refusal.ts';
import { imageFormats, mimeTypeOfFormat } from './image-format.ts';
import { maxInputPixels, maxInputSidePx } from './image-limits.ts';

/** Why a picture was not taken in. Each message says what to do about it. */
export interface ImageProblem {
  readonly code:
    | 'IMAGE_ADDRESS_REFUSED'
    | 'IMAGE_UNREACHABLE'
    | 'IMAGE_TIMEOUT'
    | 'IMAGE_TOO_LARGE'
    | 'IMAGE_NOT_AN_IMAGE'
    | 'IMAGE_TYPE_NOT_ALLOWED'
    | 'IMAGE_UNREADABLE'
    | 'IMAGE_TOO_MANY_PIXELS'
    | 'IMAGE_TOO_SMALL'
    | 'IMAGE_SVG_REFUSED';
  readonly message: string;
  readonly allowed?: readonly string[];
}

const codeOfRefusal: Record<EgressRefusalCode, ImageProblem['code']> = {
  ADDRESS_INVALID: 'IMAGE_ADDRESS_REFUSED',
  SCHEME_NOT_ALLOWED: 'IMAGE_ADDRESS_REFUSED',
  HTTPS_REQUIRED: 'IMAGE_ADDRESS_REFUSED',
  CREDENTIALS_IN_ADDRESS: 'IMAGE_ADDRESS_REFUSED',
  ADDRESS_NOT_PUBLIC: 'IMAGE_ADDRESS_REFUSED',
  PORT_NOT_ALLOWED: 'IMAGE_ADDRESS_REFUSED',
  NAME_NOT_RESOLVED: 'IMAGE_UNREACHABLE',
  CERTIFICATE_NOT_TRUSTED: 'IMAGE_UNREACHABLE',
  UNREACHABLE: 'IMAGE_UNREACHABLE',
  CANCELLED: 'IMAGE_UNREACHABLE',
  TOO_MANY_REDIRECTS: 'IMAGE_UNREACHABLE',
  BODY_UNREADABLE: 'IMAGE_UNREACHABLE',
  TIMED_OUT: 'IMAGE_TIMEOUT',
  BODY_TOO_LARGE: 'IMAGE_TOO_LARGE',
  TRAFFIC_LIMIT_REACHED: 'IMAGE_TOO_LARGE',
};

const accepted = imageFormats.map((format) => mimeTypeOfFormat[format]);
const megabytes = (bytes: number): string => `${Math.floor((bytes / 1024 / 1024) * 10) / 10} MB`;

export const tooLarge = (maxBytes: number): ImageProblem => ({
  code: 'IMAGE_TOO_LARGE',
  message: `The image is larger than ${megabytes(maxBytes)}. Give a smaller file.`,
});

export const notFetched = (code: EgressRefusalCode, message: string, maxBytes: number): ImageProblem =>
  code === 'BODY_TOO_LARGE' ? tooLarge(maxBytes) : { code: codeOfRefusal[code], message };

export const notFound = (status: number): ImageProblem => ({
  code: 'IMAGE_UNREACHABLE',
  message: `The address of the image answers with status ${status}. Give an address that anyone can open without signing in.`,
});

export const notAnImage = (): ImageProblem => ({
  code: 'IMAGE_NOT_AN_IMAGE',
  message: 'The address does not lead to an image. Give the address of the file itself, not of a page that shows it.',
  allowed: accepted,
});

export const notData = (): ImageProblem => ({
  code: 'IMAGE_NOT_AN_IMAGE',
  message: 'The data URI cannot be decoded. Write data:image/png;base64, followed by the file in base64.',
});

export const typeNotAllowed = (mimeType: string, allowed: readonly string[]): ImageProblem => ({
  code: 'IMAGE_TYPE_NOT_ALLOWED',
  message: `An image of the type ${mimeType} cannot be used here. Convert it to ${allowed.join(' or ')}.`,
  allowed,
});

export const unreadable = (): ImageProblem => ({
  code: 'IMAGE_UNREADABLE',
  message: 'The image is damaged or incomplete. Export it again from the program that made it.',
});

export const tooSlow = (): ImageProblem => ({
  code: 'IMAGE_UNREADABLE',
  message: 'The image takes too long to decode. Give a simpler or smaller file.',
});

export const tooManyPixels = (widthPx: number, heightPx: number): ImageProblem => ({
  code: 'IMAGE_TOO_MANY_PIXELS',
  message:
    `The image has ${widthPx} × ${heightPx} pixels; at most ${maxInputPixels} pixels in all and ${maxInputSidePx} on ` +
    'a side are taken. Scale it down: nothing above 3840 pixels is visible in a video.',
});

export const tooSmall = (widthPx: number, heightPx: number, minWidthPx: number, minHeightPx: number): ImageProblem => ({
  code: 'IMAGE_TOO_SMALL',
  message: `The image has ${widthPx} × ${heightPx} pixels; at least ${minWidthPx} × ${minHeightPx} are needed here.`,
});

export const svgRefused = (reason: string): ImageProblem => ({ code: 'IMAGE_SVG_REFUSED', message: reason });

export const svgWithoutSize = (): ImageProblem =>
  svgRefused(
    'The SVG has no size that it could be drawn at. Give its root a viewBox, a width and a height below 32767.',
  );
