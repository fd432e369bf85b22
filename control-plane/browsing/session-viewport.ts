import type { Viewport } from '@reelyard/shared/contracts/capture.ts';
import { viewports } from '@reelyard/shared/contracts/capture.ts';
import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';

/** Windows of about the width of a phone get its layout. */
const phoneWidthPx = 600;

/** S75: the window follows the scene's template; without one, or where it shows no page, it is a desktop's (N34). */
export const sessionViewport = (slots: readonly Pick<CaptureSlot, 'widthPx' | 'heightPx'>[]): Viewport => {
  const [slot] = slots;
  if (slot === undefined) return viewports.desktop;
  const { widthPx, heightPx } = slot;
  return { widthPx, heightPx, isMobile: widthPx < phoneWidthPx };
};
