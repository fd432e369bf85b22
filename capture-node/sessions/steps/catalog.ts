import type { BrowseActionType } from '@reelyard/shared/contracts/browse-session.ts';
import { back } from './back.ts';
import { click } from './click.ts';
import { goTo } from './goto.ts';
import { hover } from './hover.ts';
import { press } from './press.ts';
import { scroll } from './scroll.ts';
import type { Step } from './step.ts';
import { typeText } from './type.ts';
import { wait } from './wait.ts';

/** S77: a kind of step that is missing here does not compile. */
export const steps: Readonly<Record<BrowseActionType, Step>> = {
  goto: goTo,
  click,
  type: typeText,
  hover,
  scroll,
  wait,
  press,
  back,
};
