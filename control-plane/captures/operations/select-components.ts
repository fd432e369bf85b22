import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import type { Edited } from '../../projects/operations/edit-project.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import { isSameWindow } from '../../projects/scene-capture.ts';
import { selectionProblems } from '../selection.ts';
import { type Capture, findCapture } from '../store.ts';
import { type FindSlotDeps, findSlot, type ScenePlace } from './find-slot.ts';
import { type KeepSelectionDeps, keepSelection } from './keep-selection.ts';

export interface SelectComponentsDeps extends FindSlotDeps, KeepSelectionDeps {
  readonly db: Database;
  readonly projects: Pick<ProjectOperations, 'findProject' | 'setCapture'>;
  readonly clock: Clock;
}

export interface Selection {
  readonly captureId: string;
  readonly selectedComponentIds: readonly string[];
}

/** N34: how long a capture can be selected from. */
export const captureLifeMs = 24 * 60 * 60 * 1_000;

const refuse = (code: string, message: string): Refusal => {
  const problem: Problem = { path: 'captureId', code, message };
  return new Refusal('bad_request', { code, message, details: [problem] });
};

/** S71: other components of what was captured, without opening the page again; free. @returns the key of the slot */
export const selectComponents = (deps: SelectComponentsDeps) => {
  const { db, projects, clock } = deps;
  const keep = keepSelection(deps);
  const find = findSlot(deps);

  const isExpired = ({ endedAt }: Capture): boolean =>
    endedAt !== null && clock().getTime() - endedAt.getTime() >= captureLifeMs;

  /** A capture of the scene that can still be selected from. */
  const findSelectable = async (caller: Caller, place: ScenePlace, captureId: string): Promise<Capture> => {
    const capture = await findCapture(db, caller.accountId, captureId);
    const isOfScene = capture?.target?.projectId === place.projectId && capture.target.sceneId === place.sceneId;
    if (capture === null || !isOfScene) {
      throw refuse('CAPTURE_UNKNOWN', 'The scene has no such capture. Give the captureId that auto-capture answered.');
    }
    if (isExpired(capture)) {
      throw refuse('CAPTURE_EXPIRED', 'A capture can be selected from for 24 hours. Capture the page again.');
    }
    if (capture.state === 'ready') return capture;
    throw refuse('CAPTURE_NOT_READY', 'This capture made no pictures. Capture the page again.');
  };

  return async (
    caller: Caller,
    place: ScenePlace,
    { captureId, selectedComponentIds }: Selection,
  ): Promise<Edited<string>> => {
    await find(caller, place, undefined);
    const capture = await findSelectable(caller, place, captureId);
    const { slot } = await find(caller, place, capture.target?.slotKey);
    if (capture.result?.kind !== 'components') throw new Error(`capture ${captureId} of a scene has no components`);
    const stored = capture.result;
    if (!isSameWindow(stored.slot, slot)) {
      throw refuse(
        'CAPTURE_OF_OTHER_SHAPE',
        'The scene got another template since, of another shape. Capture the page again.',
      );
    }
    const problems = selectionProblems(stored.candidates, slot, selectedComponentIds);
    const [first] = problems;
    if (first !== undefined) {
      throw new Refusal('bad_request', { code: first.code, message: first.message, details: problems });
    }
    return projects.setCapture(
      caller,
      { ...place, ifMatch: null },
      {
        slot,
        capture: {
          captureId,
          selectedIds: selectedComponentIds,
          value: await keep(caller.accountId, stored, selectedComponentIds),
          capturedAt: (capture.endedAt ?? clock()).toISOString(),
        },
        save: async () => {},
        result: slot.key,
      },
    );
  };
};
