import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { consentWords } from './consent-words.ts';
import { isolatedWorld, type PageCall } from './isolated-world.ts';
import { paused } from './paused.ts';

const require = createRequire(import.meta.url);

let standalone: string | undefined;
/** autoconsent with its rules inside: 415 kB, read once, sent only to pages that show a notice. */
const autoconsentScript = (): string => {
  standalone ??= readFileSync(
    join(dirname(require.resolve('@duckduckgo/autoconsent')), 'autoconsent.standalone.js'),
    'utf8',
  );
  return standalone;
};

/** Known notices are found within this time, or are none of the known. */
const detectMs = 900;
const answerMs = 4_000;
const pollMs = 80;

type Standing = 'looking' | 'answering' | 'done' | 'failed';

/** How far autoconsent came in a frame; it works in the page's own world, because some notices are closed by their API. */
const standingOf = async (frame: Frame): Promise<Standing> => {
  const types = await frame.evaluate<string[]>(
    '(globalThis.autoconsentStandalone?.messages ?? []).map((message) => message.type + (message.result === false ? ":no" : ""))',
  );
  if (types.includes('autoconsentDone') || types.includes('optOutResult')) return 'done';
  if (types.includes('optOutResult:no') || types.includes('autoconsentError')) return 'failed';
  return types.includes('popupFound') || types.includes('cmpDetected') ? 'answering' : 'looking';
};

/** It makes what may be a notice see-through while it looks; left so, neither we nor the picture would know the truth. */
const showAgain = 'globalThis.autoconsentStandalone?.instance.undoPrehide()';

const answerIn = async (frame: Frame, signal: AbortSignal): Promise<boolean> => {
  await frame.evaluate(autoconsentScript());
  const startMs = performance.now();
  for (;;) {
    const standing = await standingOf(frame);
    if (standing === 'done') return true;
    const waitedMs = performance.now() - startMs;
    if (standing === 'failed' || waitedMs > answerMs || (standing === 'looking' && waitedMs > detectMs)) {
      await frame.evaluate(showAgain);
      return false;
    }
    await paused(pollMs, signal);
  }
};

/** Frames that go away or refuse a script have no notice that we could answer. */
const autoconsentClosed = async (page: Page, signal: AbortSignal): Promise<boolean> => {
  const answered = await Promise.all(
    page
      .frames()
      .slice(0, 8)
      .map(async (frame) => await answerIn(frame, signal).catch(() => false)),
  );
  signal.throwIfAborted();
  return answered.includes(true);
};

const isClear = async (call: PageCall): Promise<boolean> => {
  const { noticeCount, frameCount } = await call('noticeSigns', consentWords);
  return noticeCount + frameCount === 0;
};

const isClearWithin = async (call: PageCall, capMs: number, signal: AbortSignal): Promise<boolean> => {
  for (const endMs = performance.now() + capMs; performance.now() < endMs; await paused(pollMs, signal))
    if (await isClear(call)) return true;
  return false;
};

/** By which means the notices of a page went away; empty where there was none. */
export type ConsentAnswer = 'autoconsent' | 'words' | 'hidden';

/**
 * Closes cookie and consent notices (S83), refusing where that is offered: autoconsent for the notices that it knows, then
 * the least agreeing button by its words in twenty languages, then out of sight, with the veil and the scroll lock that
 * notices leave behind. Costs a few milliseconds on a page without one. Call it after each navigation and before a capture.
 */
export const closeConsent = async (page: Page, { signal }: { signal: AbortSignal }): Promise<ConsentAnswer[]> => {
  const { call } = await isolatedWorld(page);
  if (await isClear(call)) return [];
  const answers: ConsentAnswer[] = [];
  if (await autoconsentClosed(page, signal)) answers.push('autoconsent');
  // Notices fade out; one that is still there after a second was not closed.
  if (answers.length === 0 || !(await isClearWithin(call, 1_000, signal))) {
    const pressed = await call('answerNotices', consentWords);
    if (pressed.length > 0) answers.push('words');
    await isClearWithin(call, pressed.length > 0 ? 1_000 : 0, signal);
  }
  const { hiddenCount } = await call('clearLeftovers', consentWords);
  if (hiddenCount > 0) answers.push('hidden');
  return answers;
};
