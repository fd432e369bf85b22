import type { AssetOperations } from '../../assets/operations.ts';
import type { Clock } from '../../clock.ts';
import type { Caller } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Edited } from '../../projects/operations/edit-project.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import { stillValue } from '../selection.ts';
import { type FindSlotDeps, findSlot, type ScenePlace } from './find-slot.ts';

export interface UseImageDeps extends FindSlotDeps {
  readonly projects: Pick<ProjectOperations, 'findProject' | 'setCapture'>;
  readonly assets: Pick<AssetOperations, 'intakeImage'>;
  readonly clock: Clock;
}

/** N34. */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** S72: a still image stands for the page in a slot that shows a whole page; free. @returns the key of the slot */
export const useImage =
  (deps: UseImageDeps) =>
  async (
    caller: Caller,
    place: ScenePlace,
    { imageUrl, slotKey }: { readonly imageUrl: string; readonly slotKey?: string | undefined },
  ): Promise<Edited<string>> => {
    const { slot } = await findSlot(deps)(caller, place, slotKey);
    if (!slot.wholePageBackground) {
      const message = `The slot "${slot.key}" shows parts of a page, which a still image does not have. Use auto-capture for it.`;
      const details = [{ path: 'slotKey', code: 'SLOT_NEEDS_A_PAGE', message }];
      throw new Refusal('bad_request', { code: 'SLOT_NEEDS_A_PAGE', message, details });
    }
    const { accountId } = caller;
    const intake = await deps.assets.intakeImage({ accountId, url: imageUrl, path: 'imageUrl', mimeTypes: imageTypes });
    if ('problem' in intake) {
      const { code, message } = intake.problem;
      throw new Refusal('bad_request', { code, message, details: [intake.problem] });
    }
    return deps.projects.setCapture(
      caller,
      { ...place, ifMatch: null },
      {
        slot,
        capture: {
          captureId: null,
          selectedIds: [],
          value: stillValue(intake.image, slot),
          capturedAt: deps.clock().toISOString(),
        },
        save: async () => {},
        result: slot.key,
      },
    );
  };
