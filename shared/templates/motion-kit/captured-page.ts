import type { CaptureBinding } from '../template.ts';
import type { AssetDraft } from './compose.ts';
import { imageLayer, type LayerDraft, nullLayer } from './layer.ts';
import { moving, still } from './property.ts';

/** Frames in which a component rises off its page. */
export const riseFrames = 16;
/** Frames in which risen components gather. */
export const gatherFrames = 26;
const shadowOpacity = 100;

export const partSlot = (name: string, part: number): string => `${name}.part.${part}`;

const partLayers = (binding: CaptureBinding, part: number, parent: string): LayerDraft[] => {
  const slot = partSlot(binding.name, part);
  const start = (binding.lift?.startFrame ?? 0) + (part - 1) * (binding.lift?.stagger ?? 0);
  return [
    imageLayer({ name: slot, parent: `${slot}.zoom`, needs: slot, position: still([0, 0], `${slot}.inset`) }, slot),
    imageLayer(
      {
        name: `${slot}.shadow`,
        parent: `${slot}.zoom`,
        needs: slot,
        position: still([0, 0], `${slot}.shadow.inset`),
        opacity: moving(
          { frame: start, value: 0, easing: 'enter' },
          { frame: start + riseFrames, value: shadowOpacity },
        ),
      },
      `${slot}.shadow`,
    ),
    nullLayer({
      name: `${slot}.zoom`,
      parent: `${slot}.move`,
      needs: slot,
      scale: still([100, 100], `${slot}.zoom`),
    }),
    nullLayer({ name: `${slot}.move`, parent, needs: slot, position: still([0, 0], `${slot}.move`) }),
  ];
};

/** The components of a capture, the last picked on top; `parent`'s origin is the view's (or the camera's, inside it). */
export const capturedParts = (binding: CaptureBinding, parent: string): LayerDraft[] =>
  Array.from({ length: binding.partCount }, (_, index) => binding.partCount - index).flatMap((part) =>
    partLayers(binding, part, parent),
  );

/** The page itself under its camera (`<name>.camera`, same origin as the view when it rests). */
export const capturedPage = (binding: CaptureBinding): LayerDraft[] => [
  imageLayer(
    { name: `${binding.name}.page`, parent: `${binding.name}.camera`, needs: binding.name },
    `${binding.name}.page`,
  ),
  nullLayer({
    name: `${binding.name}.camera`,
    position: still([0, 0], `${binding.name}.camera`),
    scale: still([100, 100], `${binding.name}.zoom`),
  }),
];

/** The address in the window's bar. */
export const capturedAddress = (binding: CaptureBinding, parent: string): LayerDraft[] =>
  binding.address === null
    ? []
    : [
        imageLayer(
          {
            name: `${binding.name}.address`,
            parent,
            needs: `${binding.name}.address`,
            position: still([0, 0], `${binding.name}.address.place`),
          },
          `${binding.name}.address`,
        ),
      ];

/** The pictures that a capture fills. */
export const capturedPictures = (binding: CaptureBinding): AssetDraft[] => [
  { id: `${binding.name}.page`, image: true },
  ...(binding.address === null ? [] : [{ id: `${binding.name}.address`, image: true as const }]),
  ...Array.from({ length: binding.partCount }, (_, index) => partSlot(binding.name, index + 1)).flatMap(
    (slot): AssetDraft[] => [
      { id: slot, image: true },
      { id: `${slot}.shadow`, image: true },
    ],
  ),
];
