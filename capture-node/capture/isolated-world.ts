import type { CDPSession, Page } from 'playwright-core';
import type * as brandProbe from './in-page/brand-probe.ts';
import type * as componentProbe from './in-page/component-probe.ts';
import type * as consentProbe from './in-page/consent-probe.ts';
import type * as outlineProbe from './in-page/outline-probe.ts';
import type * as pageCalm from './in-page/page-calm.ts';
import type * as pictureMode from './in-page/picture-mode.ts';
import type * as pictureStage from './in-page/picture-stage.ts';
import type * as signInProbe from './in-page/sign-in-probe.ts';
import type * as stepTargetProbe from './in-page/step-target.ts';
import { answered } from './page-patience.ts';
import { PageReplaced } from './page-replaced.ts';
import { pageScript } from './page-script.ts';

type InPage = typeof componentProbe &
  typeof consentProbe &
  typeof pageCalm &
  typeof pictureMode &
  typeof signInProbe &
  typeof brandProbe &
  typeof pictureStage &
  typeof outlineProbe &
  typeof stepTargetProbe;

/** Calls of our in-page functions by name; arguments and answers travel as JSON. */
export type PageCall = <K extends keyof InPage>(
  name: K,
  ...args: Parameters<InPage[K]>
) => Promise<Awaited<ReturnType<InPage[K]>>>;

export interface IsolatedWorld {
  readonly cdp: CDPSession;
  readonly call: PageCall;
  /**
   * `work` unless the page goes on to another document meanwhile: then it rejects with a PageReplaced. A picture that is
   * being taken while the document changes never comes.
   */
  readonly onThisDocument: <T>(work: Promise<T>) => Promise<T>;
}

const worldName = 'reelyard';
/** Our code answers in a second or two; a page that keeps the main thread busy must not hold the slot. */
const callTimeoutMs = 12_000;

const worlds = new WeakMap<Page, Promise<IsolatedWorld>>();

interface EvaluateAnswer {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && /Cannot find context|context was destroyed|uniqueContextId not found/i.test(error.message);

const open = async (page: Page): Promise<IsolatedWorld> => {
  const cdp = await page.context().newCDPSession(page);
  const leave = new Set<(reason: PageReplaced) => void>();
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId !== undefined) return;
    for (const reject of leave) reject(new PageReplaced());
  });
  await cdp.send('Page.enable');
  const onThisDocument = async <T>(work: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    leave.add(reject);
    try {
      return await Promise.race([work, promise]);
    } finally {
      leave.delete(reject);
    }
  };
  let contextId: number | undefined;

  /** A new document has no world of ours yet; `createIsolatedWorld` answers the same one for the same document. */
  const enter = async (): Promise<number> => {
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const world = await cdp.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName });
    contextId = world.executionContextId;
    return contextId;
  };

  const evaluate = async (expression: string): Promise<unknown> => {
    const contextOf = contextId ?? (await enter());
    const answer = (await cdp.send('Runtime.evaluate', {
      expression,
      contextId: contextOf,
      returnByValue: true,
      awaitPromise: true,
    })) as EvaluateAnswer;
    const { exceptionDetails } = answer;
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return answer.result.value;
  };

  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    const invocation = `globalThis.reelyard.${name}(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(',')})`;
    const attempt = async (): Promise<unknown> => {
      if ((await evaluate('typeof globalThis.reelyard')) !== 'object')
        await evaluate(`void (globalThis.reelyard = ${pageScript()})`);
      return await evaluate(invocation);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!isGone(error)) throw error;
      contextId = undefined;
      return await attempt();
    }
  };

  return {
    cdp,
    onThisDocument,
    call: (async (name: string, ...args: unknown[]) => await answered(call(name, args), callTimeoutMs)) as PageCall,
  };
};

/**
 * Our code in the page's main frame, in a world of its own: it sees the same DOM, but no function that the page's scripts
 * replaced (`Array.prototype.map`, `getBoundingClientRect`, `Date`). One per page, kept as long as the page: when its
 * protocol session ends, Chromium drops the emulated screen that pictures are taken with.
 */
export const isolatedWorld = async (page: Page): Promise<IsolatedWorld> => {
  const known = worlds.get(page);
  if (known !== undefined) return await known;
  const opening = open(page);
  worlds.set(page, opening);
  return await opening;
};
