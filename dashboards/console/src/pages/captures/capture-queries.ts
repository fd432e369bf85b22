import type { Capture, CaptureLoginRequired, Operations } from '@reelyard/shared/sdk/operations.gen.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { dataOf, farm } from '../../api.ts';
import { usageQuery } from '../../shell/session.ts';
import { patiently } from './patiently.ts';

/** A scene of a project: where a capture is for. */
export interface ScenePlace {
  readonly projectId: string;
  readonly sceneId: string;
}

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) => dataOf(farm.getProject({ projectId }, { signal })),
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id],
    queryFn: ({ signal }) => dataOf(farm.getTemplate({ id }, { signal })),
    staleTime: 10 * 60_000,
  });

export const pendingQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['pending-captures', projectId],
    queryFn: ({ signal }) => dataOf(farm.listPendingCaptures({ projectId }, { signal })),
  });

/** A scene shows something else now. */
export const refreshCaptures = (queries: QueryClient, projectId: string): void => {
  for (const queryKey of [['project', projectId], ['pending-captures', projectId], usageQuery.queryKey]) {
    void queries.invalidateQueries({ queryKey });
  }
};

export type AutoCaptureBody = NonNullable<Operations['autoCapture']['input']['body']>;
/** 201: it was captured. 200: the page asks to sign in. */
export type CaptureAnswer = Capture | CaptureLoginRequired;

export const capture = (place: ScenePlace, body: AutoCaptureBody): Promise<CaptureAnswer> =>
  patiently(async (options) => (await farm.autoCapture({ ...place, body }, options)).data as CaptureAnswer);
