import type { LayerValue } from '@reelyard/shared/contracts/layer-value.ts';
import { type CaptureSlot, type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';

export type CaptureValue = Extract<LayerValue, { type: 'capture' }>;

/** What a scene's capture slot shows, and where it came from. */
export interface SceneCapture {
  /** Null for a still image that stands for the page (S72). */
  readonly captureId: string | null;
  /** Ids of the candidates that are shown, in the order of the layer's components. */
  readonly selectedIds: readonly string[];
  readonly value: CaptureValue;
  /** ISO 8601. */
  readonly capturedAt: string;
}

/** Slot key -> what it shows. */
export type SceneCaptures = Readonly<Record<string, SceneCapture>>;

/** S73: slots of the template that show nothing yet. */
export const pendingSlots = (
  { captureSlots }: Pick<TemplateManifest, 'captureSlots'>,
  captures: SceneCaptures,
): string[] => captureSlots.filter(({ key }) => !Object.hasOwn(captures, key)).map(({ key }) => key);

export type CaptureState = 'none' | 'pending' | 'ready';

/** N11: `none` where the template needs no capture. */
export const captureStateOf = (
  manifest: Pick<TemplateManifest, 'captureSlots'>,
  captures: SceneCaptures,
): CaptureState => {
  if (manifest.captureSlots.length === 0) return 'none';
  return pendingSlots(manifest, captures).length === 0 ? 'ready' : 'pending';
};

/** A picture is framed for a window of one shape. */
export const isSameWindow = (a: CaptureSlot, b: CaptureSlot): boolean =>
  a.kind === b.kind && a.widthPx === b.widthPx && a.heightPx === b.heightPx && a.scrolls === b.scrolls;

/** S72: a still image has no components and does for slots that show a whole page. */
const takes = (slot: CaptureSlot, { captureId, value }: SceneCapture): boolean =>
  captureId === null
    ? slot.wholePageBackground
    : value.components.length >= slot.minComponents && value.components.length <= slot.maxComponents;

/** N24: the captures that another template can show: a slot of the same key, kind and shape takes them. */
export const carryCaptures = (
  captures: SceneCaptures,
  from: Pick<TemplateManifest, 'captureSlots'>,
  to: Pick<TemplateManifest, 'captureSlots'>,
): SceneCaptures =>
  Object.fromEntries(
    Object.entries(captures).filter(([key, capture]) => {
      const before = from.captureSlots.find((slot) => slot.key === key);
      const after = to.captureSlots.find((slot) => slot.key === key);
      return before !== undefined && after !== undefined && isSameWindow(before, after) && takes(after, capture);
    }),
  );

/** N34: one scene of the list of pending captures. */
export const pendingCaptureSchema = z
  .object({
    sceneId: z.string(),
    position: z.int(),
    templateId: z.string(),
    slots: z.array(z.string()).describe('Keys of the slots that show nothing yet'),
    reason: z
      .enum(['never', 'template_changed'])
      .describe('template_changed: what was captured does not fit the template that the scene has now'),
  })
  .meta({ id: 'PendingCapture' });
export type PendingCapture = z.infer<typeof pendingCaptureSchema>;

interface CapturedScene {
  readonly id: string;
  readonly position: number;
  readonly templateSlug: string;
  readonly captures: SceneCaptures;
  readonly capturesDropped: boolean;
}

/** S73, S60: the scenes that still need a capture, by position. */
export const pendingCapturesOf = <S extends CapturedScene>(
  scenes: readonly S[],
  manifestOf: (scene: S) => Pick<TemplateManifest, 'captureSlots'>,
): PendingCapture[] =>
  scenes.flatMap((scene) => {
    const slots = pendingSlots(manifestOf(scene), scene.captures);
    if (slots.length === 0) return [];
    const { id, position, templateSlug, capturesDropped } = scene;
    const reason = capturesDropped ? ('template_changed' as const) : ('never' as const);
    return [{ sceneId: id, position, templateId: templateIdOf(templateSlug), slots, reason }];
  });
