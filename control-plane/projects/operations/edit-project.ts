import { inTransaction, type Transaction } from '../../database/connection.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { earlierResult, once } from '../../http/once.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { ProjectWithScenes } from '../project.ts';
import { isBusy, statusAfterEdit } from '../project-status.ts';
import { findProject, lockProject, type ProjectChange, updateProject } from '../store.ts';
import type { ProjectDependencies } from './dependencies.ts';

/** Which project is edited, and which revision of it the caller saw (If-Match). */
export interface EditTarget {
  readonly projectId: string;
  readonly ifMatch: number | null;
}

/** An edit that was checked against a project and may be written. */
export interface PreparedEdit<T> {
  readonly change: Omit<ProjectChange, 'status'>;
  /** False where the video stays the same (a title that no layer draws): the status then stays too. */
  readonly changesVideo: boolean;
  /** Writes whatever lies below the project's own row. */
  save(trx: Transaction): Promise<void>;
  readonly result: T;
}

export interface Edited<T> {
  readonly result: T;
  readonly after: ProjectWithScenes;
  readonly warnings: readonly Warning[];
}

const attempts = 5;

const conflict = (currentRevision: number): Refusal =>
  new Refusal('conflict', {
    code: 'REVISION_CONFLICT',
    message: 'The project was changed by somebody else meanwhile. Read it again.',
    body: { currentRevision },
  });

/** Told where an edit finds a publish under way. */
export const editedWhileBusy: Warning = {
  code: 'APPLIES_TO_NEXT_PUBLISH',
  message: 'A publish is running; it goes on with the scenes as they were. This change applies to the next one.',
};

/**
 * Prepares an edit without any lock (pictures may have to be fetched) and writes it only if the project is still the
 * one that it was prepared for; else prepares it again, unless the caller said which revision it means (409).
 */
export const editProject =
  ({ db }: Pick<ProjectDependencies, 'db'>) =>
  async <T>(
    caller: Caller,
    { projectId, ifMatch }: EditTarget,
    prepare: (loaded: ProjectWithScenes) => Promise<PreparedEdit<T>>,
  ): Promise<Edited<T>> => {
    const made = earlierResult() as T | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const loaded = await findProject(db, ownerOf(caller), projectId);
      if (loaded === null) throw notFound('project');
      if (made !== undefined) return { result: made, after: loaded, warnings: [] };
      const { revision } = loaded.project;
      if (ifMatch !== null && ifMatch !== revision) throw conflict(revision);
      const edit = await prepare(loaded);
      const edited = await inTransaction(db, (trx) => writeEdit(trx, caller, loaded, edit));
      if (edited !== null) return edited;
      if (attempt === attempts) throw conflict(revision);
    }
  };

/** Null where the project changed since it was loaded: nothing is written then. */
const writeEdit = async <T>(
  trx: Transaction,
  caller: Caller,
  loaded: ProjectWithScenes,
  edit: PreparedEdit<T>,
): Promise<Edited<T> | null> => {
  const { id, revision } = loaded.project;
  const locked = await lockProject(trx, ownerOf(caller), id);
  if (locked === null) throw notFound('project');
  if (locked.project.revision !== revision) return null;
  const { status } = locked.project;
  await once(trx, async () => {
    await updateProject(trx, id, { ...edit.change, ...(edit.changesVideo ? { status: statusAfterEdit(status) } : {}) });
    await edit.save(trx);
    return edit.result;
  });
  const after = await findProject(trx, ownerOf(caller), id);
  if (after === null) throw new Error(`project ${id} vanished under its own lock`);
  return { result: edit.result, after, warnings: edit.changesVideo && isBusy(status) ? [editedWhileBusy] : [] };
};
