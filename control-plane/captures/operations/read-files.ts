import { type CapturedFile, type CaptureFile, captureFiles } from '@reelyard/shared/contracts/capture.ts';
import type { UploadedFile } from '@reelyard/shared/contracts/node-protocol.ts';
import type { CaptureAnswer, CaptureUploads } from '@reelyard/shared/contracts/session-protocol.ts';
import { storageKeys } from '@reelyard/shared/contracts/storage-keys.ts';
import type { StoredPictures } from '../../assets/operations/stored-pictures.ts';
import type { StoredImage } from '../../assets/stored-image.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import { captureUnavailable } from '../capture-refusal.ts';
import { isPictureTaken } from '../picture-caps.ts';
import type { StoredComponents } from '../stored-capture.ts';

/** A capture of components happens once: another try is another capture. */
const attempt = 1;
const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;
type MimeType = keyof typeof extensions;
const mimeTypes = Object.keys(extensions) as MimeType[];

/** Longer than any capture runs, so that the last upload is not cut off. */
const uploadSeconds = 600;

const keyOf = (accountId: string, captureId: string, file: string, mimeType: MimeType): string =>
  storageKeys.captureFile(accountId, captureId, attempt, file, extensions[mimeType]);

/** Every key that a capture may have written to. */
export const captureFileKeys = (accountId: string, captureId: string): string[] =>
  captureFiles.flatMap((file) => mimeTypes.map((mimeType) => keyOf(accountId, captureId, file, mimeType)));

/** One upload address for every picture that a capture may make, in either format. */
export const signUploads = async (
  objects: Pick<ObjectStore, 'signUpload'>,
  accountId: string,
  captureId: string,
): Promise<CaptureUploads> => {
  const sign = (file: CaptureFile, mimeType: MimeType) =>
    objects.signUpload(keyOf(accountId, captureId, file, mimeType), mimeType, uploadSeconds);
  const targets = captureFiles.map(async (file) => {
    const [png, jpeg] = await Promise.all([sign(file, 'image/png'), sign(file, 'image/jpeg')]);
    return [file, { 'image/png': png, 'image/jpeg': jpeg }] as const;
  });
  return Object.fromEntries(await Promise.all(targets));
};

export interface ReadFilesDeps {
  readonly objects: Pick<ObjectStore, 'head'>;
  readonly pictures: Pick<StoredPictures, 'headerOf'>;
}

export type CapturedParts = Pick<StoredComponents, 'candidates' | 'picture' | 'plate' | 'annotated'>;

/**
 * The pictures of a capture as they lie in the store. The node is ours, its pixels are a stranger's: each file has the
 * hash that was announced, is of the type and size that it says, and within the caps; else the capture failed.
 */
export const readFiles = ({ objects, pictures }: ReadFilesDeps) => {
  const read = async (
    accountId: string,
    captureId: string,
    announced: CapturedFile,
    files: Readonly<Record<string, UploadedFile>>,
  ): Promise<StoredImage> => {
    const { file, mimeType, widthPx, heightPx } = announced;
    const storageKey = keyOf(accountId, captureId, file, mimeType);
    const uploaded = files[file];
    const stored = await objects.head(storageKey);
    const isWhole = stored !== null && stored.sha256 === uploaded?.sha256 && stored.sizeBytes === uploaded.sizeBytes;
    if (isWhole && isPictureTaken(announced, stored.sizeBytes, await pictures.headerOf(storageKey))) {
      return { storageKey, sha256: stored.sha256, mimeType, widthPx, heightPx };
    }
    throw captureUnavailable('A picture of the capture did not arrive as it was made. Try again.', 'CAPTURE_FAILED');
  };

  return async (
    accountId: string,
    captureId: string,
    { result, files }: Pick<CaptureAnswer, 'result' | 'files'>,
  ): Promise<CapturedParts | null> => {
    const { capture } = result;
    if (capture === null) return null;
    const of = (announced: CapturedFile): Promise<StoredImage> => read(accountId, captureId, announced, files);
    const maybe = async (announced: CapturedFile | null): Promise<StoredImage | null> =>
      announced === null ? null : of(announced);
    const [picture, plate, annotated, candidates] = await Promise.all([
      of(capture.picture),
      maybe(capture.plate),
      maybe(capture.annotated),
      Promise.all(
        capture.candidates.map(async (candidate) => {
          const [component, behind] = await Promise.all([of(candidate.component), of(candidate.behind)]);
          return { ...candidate, component, behind };
        }),
      ),
    ]);
    return { picture, plate, annotated, candidates };
  };
};
