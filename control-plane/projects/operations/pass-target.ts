import type { Transaction } from '../../database/connection.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import { notFound } from '../../http/refusal.ts';
import { statusAfterEdit } from '../project-status.ts';
import { lockProject, updateProject } from '../store.ts';

/** What an export pass does to a project (S95): the feature of payments stands before this one and is handed these. */
export const passTarget = {
  /** Holds the project's row until the transaction ends. Throws a `not_found` refusal. */
  async lockProject(trx: Transaction, caller: Caller, projectId: string): Promise<{ environment: 'live' | 'test' }> {
    const locked = await lockProject(trx, ownerOf(caller), projectId);
    if (locked === null) throw notFound('project');
    return { environment: locked.project.environment };
  },

  /** The video is out of date, as after an edit: while a publish runs, for the next one only. */
  async makeDue(trx: Transaction, caller: Caller, projectId: string): Promise<void> {
    const locked = await lockProject(trx, ownerOf(caller), projectId);
    if (locked === null) throw notFound('project');
    await updateProject(trx, projectId, { status: statusAfterEdit(locked.project.status) });
  },
};
