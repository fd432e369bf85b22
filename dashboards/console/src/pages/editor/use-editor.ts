import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { Project, Scene } from '@reelyard/shared/sdk/operations.gen.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dataOf, farm, queryClient } from '../../api.ts';
import { projectQuery, templateQuery } from '../../queries.ts';
import { useUnsavedWork } from '../../shell/unsaved-work.ts';
import { draftLeft, isEmptyDraft, mergedDraft, type SceneDraft, sendableDraft } from './scene-draft.ts';

/** After the last key. A person has 120 requests a minute, and each save draws the preview anew. */
const saveAfterMs = 1_000;

export interface SaveFailure {
  readonly sceneId: string | null;
  readonly error: unknown;
}

export interface Editor {
  readonly drafts: Readonly<Record<string, SceneDraft>>;
  /** unsaved: something waits for a field to be mended, or for the next try. */
  readonly saving: 'saved' | 'saving' | 'unsaved';
  readonly failure: SaveFailure | null;
  /** Somebody else changed the video since it was loaded here. */
  readonly isConflicting: boolean;
  readonly change: (sceneId: string, draft: SceneDraft) => void;
  /** Something else than a scene's fields: run in turn with the saves, with the revision that holds then. */
  readonly act: <T>(run: (ifMatch: string) => Promise<T>) => Promise<T | null>;
  /** Saves what can be saved; true where nothing is left that leaving the page would lose. */
  readonly saveNow: () => Promise<boolean>;
  /** Tries again what failed. */
  readonly retry: () => void;
  /** Ends a conflict: what was typed here is put on top of theirs, or given up. */
  readonly resolve: (keepMine: boolean) => Promise<void>;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'REVISION_CONFLICT';

const cached = (projectId: string): Project | undefined => queryClient.getQueryData(projectQuery(projectId).queryKey);

/** The project as it is after a change that answered `scene` and the project's new head. */
const withScene = (project: Project, scene: Scene, head: Partial<Project>): Project => ({
  ...project,
  ...head,
  scenes: project.scenes.map((each) => (each.id === scene.id ? scene : each)),
});

/**
 * What is typed is shown at once and saved by itself, one request after the other, each for the revision that the last
 * one left: two of our own never collide, and somebody else's change is noticed instead of overwritten.
 */
export const useEditor = (projectId: string): Editor => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, SceneDraft>>>({});
  const [runningCount, setRunningCount] = useState(0);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const [isConflicting, setConflicting] = useState(false);
  const latest = useRef(drafts);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHalted = useRef(false);

  const put = useCallback((next: Readonly<Record<string, SceneDraft>>): void => {
    latest.current = next;
    setDrafts(next);
  }, []);

  const inTurn = useCallback(<T>(run: () => Promise<T>): Promise<T> => {
    setRunningCount((count) => count + 1);
    const mine = turn.current.then(run);
    turn.current = mine.catch(() => undefined).then(() => setRunningCount((count) => count - 1));
    return mine;
  }, []);

  const fail = useCallback((sceneId: string | null, error: unknown): void => {
    if (isConflict(error)) {
      isHalted.current = true;
      setConflicting(true);
    } else setFailure({ sceneId, error });
  }, []);

  const saveScene = useCallback(
    async (sceneId: string): Promise<void> => {
      const project = cached(projectId);
      const scene = project?.scenes.find(({ id }) => id === sceneId);
      const draft = latest.current[sceneId];
      if (isHalted.current || project === undefined || scene === undefined || draft === undefined) return;
      const { layerMeta } = await queryClient.fetchQuery(templateQuery(scene.templateId));
      const sent = sendableDraft(draft, layerMeta, scene.voiceoverCharLimit);
      if (isEmptyDraft(sent)) return;
      const saved = await dataOf(
        farm.updateScene({ projectId, sceneId, ifMatch: `"${project.revision}"`, body: sent }),
      );
      queryClient.setQueryData(projectQuery(projectId).queryKey, (now: Project | undefined) =>
        now === undefined ? now : withScene(now, saved.scene, saved.project),
      );
      const left = draftLeft(latest.current[sceneId] ?? {}, sent);
      const { [sceneId]: _done, ...others } = latest.current;
      put(isEmptyDraft(left) ? others : { ...others, [sceneId]: left });
      setFailure((before) => (before?.sceneId === sceneId ? null : before));
    },
    [projectId, put],
  );

  const saveAll = useCallback((): Promise<unknown> => {
    clearTimeout(timer.current);
    return Promise.all(
      Object.keys(latest.current).map((sceneId) =>
        inTurn(() => saveScene(sceneId)).catch((error: unknown) => fail(sceneId, error)),
      ),
    );
  }, [fail, inTurn, saveScene]);

  const change = useCallback(
    (sceneId: string, draft: SceneDraft): void => {
      put({ ...latest.current, [sceneId]: mergedDraft(latest.current[sceneId] ?? {}, draft) });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void saveAll(), saveAfterMs);
    },
    [put, saveAll],
  );

  const act = useCallback(
    async <T>(run: (ifMatch: string) => Promise<T>): Promise<T | null> => {
      await saveAll();
      try {
        return await inTurn(async () => {
          const project = cached(projectId);
          if (isHalted.current || project === undefined) return null;
          const result = await run(`"${project.revision}"`);
          setFailure(null);
          await queryClient.refetchQueries(projectQuery(projectId));
          return result;
        });
      } catch (error) {
        fail(null, error);
        return null;
      }
    },
    [fail, inTurn, projectId, saveAll],
  );

  const resolve = useCallback(
    async (keepMine: boolean): Promise<void> => {
      await queryClient.refetchQueries(projectQuery(projectId));
      isHalted.current = false;
      setConflicting(false);
      if (keepMine) await saveAll();
      else put({});
    },
    [projectId, put, saveAll],
  );

  // Leaving the page inside the console saves what is still waiting.
  useEffect(() => () => void saveAll(), [saveAll]);
  const isUnsaved = Object.keys(drafts).length > 0;
  useUnsavedWork(isUnsaved);

  return {
    drafts,
    saving: runningCount > 0 ? 'saving' : isUnsaved ? 'unsaved' : 'saved',
    failure,
    isConflicting,
    change,
    act,
    saveNow: async () => {
      await saveAll();
      return Object.keys(latest.current).length === 0;
    },
    retry: () => {
      setFailure(null);
      void saveAll();
    },
    resolve,
  };
};
