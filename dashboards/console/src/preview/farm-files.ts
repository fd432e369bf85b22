import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { ScenePreview } from '@reelyard/shared/sdk/operations.gen.ts';
import type { ReadFile } from './browser-platform.ts';
import type { TemplateFile } from './preview-inputs.ts';

/** An edit that is not saved yet: the body of PATCH. */
export interface SceneEdits {
  readonly parameters?: Readonly<Record<string, string | number | boolean | null>>;
  readonly title?: string | null;
  readonly voiceoverText?: string | null;
}

export const isEdited = (edits: SceneEdits): boolean =>
  edits.title !== undefined || edits.voiceoverText !== undefined || Object.keys(edits.parameters ?? {}).length > 0;

const ask = async (path: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(path, { credentials: 'same-origin', ...init });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const method = init.method ?? 'GET';
  throw new ApiError({ method, path, statusCode: response.status, body, retryAfterSeconds: null });
};

export const readFile: ReadFile = async (path) => await (await ask(path, {})).arrayBuffer();

/**
 * What a scene would be drawn from now, with `edits` laid over it. Not asked through the client of the API, which gives
 * every POST an Idempotency-Key: nothing is made here, and an answer for each key that is pressed need not be kept.
 */
export const askPreview = async (
  projectId: string,
  sceneId: string,
  edits: SceneEdits,
  signal: AbortSignal,
): Promise<ScenePreview> => {
  const path = `/api/v2/projects/${encodeURIComponent(projectId)}/scenes/${encodeURIComponent(sceneId)}/preview`;
  const init = isEdited(edits)
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(edits), signal }
    : { signal };
  const answer = (await (await ask(path, init)).json()) as { readonly data: ScenePreview };
  return answer.data;
};

/** The template's scene graph; its address changes with its content. The farm may be known to itself by another name. */
export const readTemplate = async (templateUrl: string): Promise<TemplateFile> => {
  const response = await ask(new URL(templateUrl).pathname, {});
  return (await response.json()) as TemplateFile;
};
