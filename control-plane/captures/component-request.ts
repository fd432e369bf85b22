import type { ComponentCapture } from '@reelyard/shared/contracts/capture.ts';
import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import type { AutoCaptureBody } from './capture-bodies.ts';

type Wanted = Pick<AutoCaptureBody, 'focus' | 'selectors' | 'frame' | 'targetFill' | 'annotate' | 'autoSelect'>;

/**
 * What the capture node is asked for. A slot that scrolls takes the whole page unless the caller says otherwise, and
 * candidates that are not selected are told apart by their numbers (S70).
 */
export const componentRequest = (slot: CaptureSlot, wanted: Wanted): ComponentCapture => ({
  focus: wanted.focus,
  selectors: wanted.selectors,
  frame: wanted.frame ?? (slot.scrolls ? 'full' : 'auto'),
  targetFill: wanted.targetFill,
  slot: {
    kind: slot.kind,
    minComponents: slot.minComponents,
    maxComponents: slot.maxComponents,
    widthPx: slot.widthPx,
    heightPx: slot.heightPx,
  },
  annotate: wanted.annotate || !wanted.autoSelect,
  autoSelect: wanted.autoSelect,
  fixedClock: null,
});
