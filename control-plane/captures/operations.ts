import type { AssetOperations } from '../assets/operations.ts';
import type { StoredImage } from '../assets/stored-image.ts';
import { prices } from '../credits/price-list.ts';
import type { Caller } from '../http/authenticate.ts';
import type { Warning } from '../http/envelope.ts';
import { notFound } from '../http/refusal.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import type { ProjectOperations } from '../projects/operations.ts';
import type { ProjectWithScenes } from '../projects/project.ts';
import { captureStateOf, type PendingCapture } from '../projects/scene-capture.ts';
import type { AutoCaptureBody, CaptureView, LoginRequired, SelectionView } from './capture-bodies.ts';
import { captureView, type PictureUrls, type ShownScene, selectionView, shownPictures } from './capture-view.ts';
import { type AutoCaptureDeps, autoCapture } from './operations/auto-capture.ts';
import { type CapturePageDeps, capturePage, type PageToCapture } from './operations/capture-page.ts';
import type { ScenePlace } from './operations/find-slot.ts';
import { captureLifeMs, type Selection, selectComponents } from './operations/select-components.ts';
import { useImage } from './operations/use-image.ts';
import { findCapture } from './store.ts';

export interface CaptureDeps extends AutoCaptureDeps, CapturePageDeps {
  readonly assets: Pick<AssetOperations, 'intakeImage'>;
  readonly objects: AutoCaptureDeps['objects'] & Pick<ObjectStore, 'signRead'>;
  readonly projects: AutoCaptureDeps['projects'] & Pick<ProjectOperations, 'pendingCaptures'>;
}

interface Answered<T> {
  readonly answer: T;
  readonly warnings: readonly Warning[];
}

/** S74, as it is answered. */
export interface PageCaptureView {
  readonly captureId: string;
  readonly screenshotUrl: string;
  readonly width: number;
  readonly height: number;
  readonly url: string;
  readonly title: string;
  readonly timingsMs: CaptureView['timingsMs'];
  readonly creditsCharged: number;
}

/** Captures of web pages: for the slots of scenes (S70–S73) and by themselves (S74). */
export const captureOperations = (deps: CaptureDeps) => {
  const { db, projects, catalog, objects } = deps;
  const capture = autoCapture(deps);
  const select = selectComponents(deps);
  const still = useImage(deps);
  const photograph = capturePage(deps);

  const sign = async (images: readonly Pick<StoredImage, 'storageKey'>[]): Promise<PictureUrls> => {
    const expiresInSeconds = captureLifeMs / 1_000;
    const signed = images.map(
      async ({ storageKey }) => [storageKey, await objects.signRead(storageKey, { expiresInSeconds })] as const,
    );
    return new Map(await Promise.all(signed));
  };

  const shownScene = ({ scenes }: ProjectWithScenes, sceneId: string, slotKey: string): ShownScene => {
    const scene = scenes.find(({ id }) => id === sceneId);
    if (scene === undefined) throw notFound('scene');
    const manifest = catalog.at(scene.templateSlug, scene.templateVersion);
    const renderReady = captureStateOf(manifest, scene.captures) === 'ready';
    return { sceneId, slotKey, renderReady, shown: scene.captures[slotKey] ?? null };
  };

  const loadScene = async (
    caller: Caller,
    { projectId, sceneId }: ScenePlace,
    slotKey: string,
  ): Promise<ShownScene> => {
    const loaded = await projects.findProject(caller, projectId);
    if (loaded === null) throw notFound('project');
    return shownScene(loaded, sceneId, slotKey);
  };

  const viewOf = async (caller: Caller, place: ScenePlace, captureId: string): Promise<CaptureView> => {
    const made = await findCapture(db, caller.accountId, captureId);
    if (made?.result?.kind !== 'components') throw new Error(`capture ${captureId} is not there after it was made`);
    const urls = await sign(shownPictures(made.result));
    const creditsCharged = made.holdId === null ? 0 : prices.UI_CAPTURE;
    const scene = await loadScene(caller, place, made.result.slot.key);
    return captureView(captureId, made.result, scene, { urls, creditsCharged });
  };

  const selected = async (
    after: ProjectWithScenes,
    { sceneId }: ScenePlace,
    slotKey: string,
  ): Promise<SelectionView> => {
    const scene = shownScene(after, sceneId, slotKey);
    return selectionView(scene, await sign(scene.shown === null ? [] : [scene.shown.value.page]));
  };

  return {
    /** S70: a capture, or the page's sign-in. */
    async autoCapture(
      caller: Caller,
      place: ScenePlace,
      body: AutoCaptureBody,
    ): Promise<Answered<CaptureView | LoginRequired>> {
      const outcome = await capture(caller, place, body);
      if (outcome.kind === 'captured') {
        return { answer: await viewOf(caller, place, outcome.captureId), warnings: outcome.warnings };
      }
      const { slotKey, authWall, loginUrl, sessionId } = outcome;
      const { renderReady } = await loadScene(caller, place, slotKey);
      const { sceneId } = place;
      const wall = { sceneId, slotKey, renderReady, authWall, loginUrl, sessionId, creditsCharged: 0 as const };
      return { answer: { loginRequired: true, ...wall }, warnings: [] };
    },

    /** S71. */
    async select(caller: Caller, place: ScenePlace, selection: Selection): Promise<Answered<SelectionView>> {
      const { result, after, warnings } = await select(caller, place, selection);
      return { answer: await selected(after, place, result), warnings };
    },

    /** S72. */
    async useImage(
      caller: Caller,
      place: ScenePlace,
      image: { readonly imageUrl: string; readonly slotKey?: string | undefined },
    ): Promise<Answered<SelectionView>> {
      const { result, after, warnings } = await still(caller, place, image);
      return { answer: await selected(after, place, result), warnings };
    },

    /** S73. */
    pending: (caller: Caller, projectId: string): Promise<PendingCapture[]> =>
      projects.pendingCaptures(caller, projectId),

    /** S74. */
    async capturePage(caller: Caller, page: PageToCapture, signal: AbortSignal): Promise<PageCaptureView> {
      const { captureId, result, creditsCharged } = await photograph(caller, page, signal);
      const { picture, page: facts, timingsMs } = result;
      const urls = await sign([picture]);
      return {
        captureId,
        screenshotUrl: urls.get(picture.storageKey) ?? '',
        width: picture.widthPx,
        height: picture.heightPx,
        url: facts.url,
        title: facts.title,
        timingsMs,
        creditsCharged,
      };
    },
  };
};
export type CaptureOperations = ReturnType<typeof captureOperations>;
