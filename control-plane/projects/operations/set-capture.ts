import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { pendingSlots, type SceneCapture } from '../scene-capture.ts';
import { saveScenes } from '../store.ts';
import { manifestOf, type ProjectDependencies } from './dependencies.ts';
import { type Edited, type EditTarget, editProject } from './edit-project.ts';

export interface CaptureToSet<T> {
  /** The slot as it was when the capture was made for it. */
  readonly slot: CaptureSlot;
  readonly capture: SceneCapture;
  /** What else belongs to it (the charge), in the same transaction. */
  readonly save: (trx: Transaction) => Promise<void>;
  readonly result: T;
}

const templateChanged = (slot: CaptureSlot): Refusal =>
  new Refusal('conflict', {
    code: 'TEMPLATE_CHANGED',
    message: `The scene got another template meanwhile, which has no slot "${slot.key}" of that shape. Capture it again.`,
  });

const isSameSlot = (a: CaptureSlot, b: CaptureSlot): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Shows a capture in a slot of a scene (S70–S72); throws 409 where the slot is not there any more. */
export const setCapture =
  (deps: ProjectDependencies) =>
  <T>(
    caller: Caller,
    target: EditTarget & { readonly sceneId: string },
    { slot, capture, save, result }: CaptureToSet<T>,
  ): Promise<Edited<T>> =>
    editProject(deps)(caller, target, async (loaded) => {
      const scene = loaded.scenes.find(({ id }) => id === target.sceneId);
      if (scene === undefined) throw notFound('scene');
      const manifest = manifestOf(deps)(scene);
      const isThere = manifest.captureSlots.some((other) => isSameSlot(other, slot));
      if (!isThere) throw templateChanged(slot);
      const captures = { ...scene.captures, [slot.key]: capture };
      const capturesDropped = scene.capturesDropped && pendingSlots(manifest, captures).length > 0;
      return {
        change: {},
        changesVideo: true,
        save: async (trx) => {
          await saveScenes(trx, loaded.project.id, [{ ...scene, captures, capturesDropped }]);
          await save(trx);
        },
        result,
      };
    });
