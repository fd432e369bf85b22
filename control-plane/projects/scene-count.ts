import type { RefusalInput, RefusalKind } from '../http/refusal.ts';
import { maxScenes, type Project } from './project.ts';

/** More scenes than a project takes: the refusal, which may stand beside other problems. */
export interface SceneCountFinding {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly message: string;
  readonly body: NonNullable<RefusalInput['body']>;
}

/** S120, N47: null where a project of that environment may have so many scenes. */
export const sceneCountFinding = (
  environment: Project['environment'],
  used: number,
  requested: number,
): SceneCountFinding | null => {
  const limit = maxScenes[environment];
  if (used + requested <= limit) return null;
  const body = { limit, used, requested };
  if (environment === 'live') {
    const message = `A project may have ${limit} scenes.`;
    return { kind: 'bad_request', code: 'TOO_MANY_SCENES', message, body };
  }
  const message = `A project of a test key may have ${limit} scenes.`;
  return { kind: 'too_many_requests', code: 'SANDBOX_PROJECT_SCENES', message, body: { ...body, resetsAt: null } };
};
