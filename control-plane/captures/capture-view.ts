import type { CapturedFile } from '@reelyard/shared/contracts/capture.ts';
import type { StoredImage } from '../assets/stored-image.ts';
import type { SceneCapture } from '../projects/scene-capture.ts';
import type { CaptureView, SelectionView } from './capture-bodies.ts';
import type { StoredComponents } from './stored-capture.ts';

/** Storage key -> the address that shows it. */
export type PictureUrls = ReadonlyMap<string, string>;

/** Every picture that the answer to a capture shows. */
export const shownPictures = ({ picture, annotated, candidates }: StoredComponents): StoredImage[] => [
  picture,
  ...(annotated === null ? [] : [annotated]),
  ...candidates.map(({ component }) => component),
];

/** What the scene shows after a request. */
export interface ShownScene {
  readonly sceneId: string;
  readonly slotKey: string;
  readonly renderReady: boolean;
  /** What the slot shows; null where nothing yet. */
  readonly shown: SceneCapture | null;
}

const urlOf = (urls: PictureUrls, { storageKey }: Pick<StoredImage, 'storageKey'>): string => {
  const url = urls.get(storageKey);
  if (url === undefined) throw new Error(`no address was signed for ${storageKey}`);
  return url;
};

const pictureView = (
  image: Pick<CapturedFile, 'mimeType' | 'widthPx' | 'heightPx'> & Pick<StoredImage, 'storageKey'>,
  urls: PictureUrls,
): NonNullable<CaptureView['annotatedScreenshot']> => ({
  mimeType: image.mimeType,
  url: urlOf(urls, image),
  width: image.widthPx,
  height: image.heightPx,
});

/** S24, N16. Storage keys stay inside; `selected` is what the scene shows of this very capture. */
export const captureView = (
  captureId: string,
  stored: StoredComponents,
  { shown, ...scene }: ShownScene,
  { urls, creditsCharged }: { urls: PictureUrls; creditsCharged: number },
): CaptureView => ({
  loginRequired: false,
  captureId,
  ...scene,
  selected: shown?.captureId === captureId ? [...shown.selectedIds] : [],
  candidates: stored.candidates.map(({ component, componentBox: _componentBox, behind: _behind, ...candidate }) => ({
    ...candidate,
    imageUrl: urlOf(urls, component),
  })),
  screenshotUrl: urlOf(urls, stored.picture),
  frame: stored.frame,
  annotatedScreenshot: stored.annotated === null ? null : pictureView(stored.annotated, urls),
  page: { url: stored.page.url, title: stored.page.title },
  timingsMs: stored.timingsMs,
  sessionId: stored.sessionId,
  creditsCharged,
});

/** S71, S72. */
export const selectionView = ({ shown, ...scene }: ShownScene, urls: PictureUrls): SelectionView => {
  if (shown === null) throw new Error(`slot ${scene.slotKey} shows nothing after it was set`);
  const { captureId, selectedIds, value } = shown;
  return { captureId, ...scene, selected: [...selectedIds], screenshotUrl: urlOf(urls, value.page) };
};
