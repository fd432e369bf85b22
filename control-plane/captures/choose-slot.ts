import type { CaptureSlot, TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { Problem } from '../http/refusal.ts';
import { pendingSlots, type SceneCaptures } from '../projects/scene-capture.ts';

/**
 * The slot of a scene that a capture is for: the one that is named, else the first that shows nothing yet, else the
 * first (which is then captured anew). A template without slots takes no capture.
 */
export const chooseSlot = (
  { name, captureSlots }: Pick<TemplateManifest, 'name' | 'captureSlots'>,
  captures: SceneCaptures,
  slotKey: string | undefined,
): { readonly slot: CaptureSlot } | { readonly problem: Problem } => {
  const keys = captureSlots.map(({ key }) => key);
  const wanted = slotKey ?? pendingSlots({ captureSlots }, captures)[0] ?? keys[0];
  const slot = captureSlots.find(({ key }) => key === wanted);
  if (slot !== undefined) return { slot };
  if (keys.length === 0) {
    const message = `The template "${name}" shows no web page: its scene takes no capture.`;
    return { problem: { path: 'slotKey', code: 'NO_CAPTURE_SLOT', message } };
  }
  const message = `The template "${name}" has no capture slot "${slotKey?.slice(0, 40)}".`;
  return { problem: { path: 'slotKey', code: 'UNKNOWN_SLOT', message, allowed: keys } };
};
