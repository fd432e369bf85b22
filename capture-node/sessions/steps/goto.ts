import { gotoDanger } from '../guard/step-guard.ts';
import { done, failed, refusedFor, type Step } from './step.ts';

/** Opens an address; its site is open from then on (S83). */
export const goTo: Step = async ({ open }, { text = '' }) => {
  const danger = gotoDanger(text);
  if (danger !== null) return refusedFor(danger);
  const opened = await open(text);
  return opened.kind === 'opened' ? done : failed(opened.code, opened.message);
};
