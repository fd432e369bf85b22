import type { ActionResult, BrowseAction } from '@reelyard/shared/contracts/browse-session.ts';
import type { AuthWall } from '@reelyard/shared/contracts/capture.ts';
import type { CaptureAnswer } from '@reelyard/shared/contracts/session-protocol.ts';
import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import type { BrowsingOperations, OpenedBrowser } from '../../browsing/operations.ts';
import { sessionViewport } from '../../browsing/session-viewport.ts';
import type { Clock } from '../../clock.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { earlierResult, once } from '../../http/once.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import type { AutoCaptureBody } from '../capture-bodies.ts';
import { captureRefusal, captureUnavailable } from '../capture-refusal.ts';
import { componentRequest } from '../component-request.ts';
import { isCountTaken } from '../selection.ts';
import type { StoredComponents } from '../stored-capture.ts';
import type { CaptureRecords } from './capture-records.ts';
import { type FindSlotDeps, findSlot, type ScenePlace } from './find-slot.ts';
import { type KeepSelectionDeps, keepSelection } from './keep-selection.ts';
import { type ReadFilesDeps, readFiles, signUploads } from './read-files.ts';

export interface AutoCaptureDeps extends FindSlotDeps, KeepSelectionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly objects: ReadFilesDeps['objects'] & Pick<ObjectStore, 'signUpload'>;
  readonly pictures: KeepSelectionDeps['pictures'] & ReadFilesDeps['pictures'];
  readonly projects: Pick<ProjectOperations, 'findProject' | 'setCapture'>;
  readonly records: CaptureRecords;
  readonly browsing: Pick<
    BrowsingOperations,
    'openSession' | 'keepSession' | 'runSteps' | 'captureInSession' | 'loginUrlOf' | 'getSession' | 'closeSession'
  >;
}

/** The page asks to sign in: its session stays open where it could. */
export interface WalledPage {
  readonly kind: 'login_required';
  readonly slotKey: string;
  readonly authWall: AuthWall;
  readonly sessionId: string | null;
  readonly loginUrl: string | null;
}
export interface CapturedComponents {
  readonly kind: 'captured';
  readonly captureId: string;
  readonly warnings: readonly Warning[];
}

interface OpenPage {
  readonly sessionId: string;
  /** Opened for this capture alone. */
  readonly isOwn: boolean;
  readonly openMs: number;
  /** The status of a page that is none to show; a step may lead on from there. */
  readonly refused: number | null;
}

interface Shot {
  readonly answer: CaptureAnswer;
  readonly openMs: number;
  readonly stepsMs: number;
}

const stepRefusal = (result: ActionResult): Refusal => {
  const path = `steps[${result.index}]`;
  const code = result.code ?? 'STEP_FAILED';
  const message = `The step ${path} was ${result.status}: ${result.message ?? 'the page did not do it.'}`;
  return new Refusal('bad_request', { code, message, details: [{ path, code, message }] });
};

/** A page that answers 401 or shows a sign-in form is met with loginRequired; every other error page is none to show. */
const refusedStatus = ({ httpStatus, outline }: OpenedBrowser): number | null =>
  httpStatus === null || httpStatus < 400 || httpStatus === 401 || outline.authWall.detected ? null : httpStatus;

const statusRefusal = (httpStatus: number): Refusal => {
  const message = `The page answered with status ${httpStatus}. Give the address of a page that anyone can open.`;
  return captureRefusal({ code: 'PAGE_ERROR_STATUS', message }, 'selectors');
};

/** S70: opens a page, does the steps, captures what the slot needs, and shows it in the scene. */
export const autoCapture = (deps: AutoCaptureDeps) => {
  const { db, clock, objects, projects, records, browsing } = deps;
  const find = findSlot(deps);
  const keep = keepSelection(deps);
  const read = readFiles(deps);

  const elapsed = async <T>(work: Promise<T>): Promise<{ value: T; ms: number }> => {
    const begun = performance.now();
    return { value: await work, ms: Math.round(performance.now() - begun) };
  };

  const doSteps = async (caller: Caller, sessionId: string, steps: readonly BrowseAction[]): Promise<void> => {
    if (steps.length === 0) return;
    const { results } = await browsing.runSteps(caller, sessionId, steps);
    const failed = results.find(({ status }) => status !== 'ok');
    if (failed) throw stepRefusal(failed);
  };

  const openPage = async (caller: Caller, place: ScenePlace, slot: CaptureSlot, url: string): Promise<OpenPage> => {
    const viewport = sessionViewport([slot]);
    const opening = browsing.openSession(caller, { ...place, url, viewport, purpose: 'capture' });
    const { value, ms } = await elapsed(opening);
    return { sessionId: value.session.id, isOwn: true, openMs: ms, refused: refusedStatus(value) };
  };

  /** The session of the request with its page, or one that is opened for this capture. */
  const getPage = async (caller: Caller, place: ScenePlace, slot: CaptureSlot, body: AutoCaptureBody) => {
    const { sessionId, url } = body;
    if (sessionId === undefined) return openPage(caller, place, slot, url ?? '');
    await browsing.getSession(caller, sessionId);
    const going = url === undefined ? Promise.resolve() : doSteps(caller, sessionId, [{ type: 'goto', text: url }]);
    return { sessionId, isOwn: false, openMs: (await elapsed(going)).ms, refused: null };
  };

  const shoot = async (
    caller: Caller,
    { sessionId, openMs, refused }: OpenPage,
    slot: CaptureSlot,
    { body, captureId }: { body: AutoCaptureBody; captureId: string },
  ): Promise<Shot> => {
    const steps = body.steps ?? [];
    if (refused !== null && steps.length === 0) throw statusRefusal(refused);
    const { ms: stepsMs } = await elapsed(doSteps(caller, sessionId, steps));
    const uploads = await signUploads(objects, caller.accountId, captureId);
    const request = componentRequest(slot, body);
    const answer = await browsing.captureInSession(caller, sessionId, { request, uploads });
    return { answer, openMs, stepsMs };
  };

  const storedOf = async (
    caller: Caller,
    captureId: string,
    slot: CaptureSlot,
    { answer, openMs, stepsMs }: Shot,
    sessionId: string | null,
  ): Promise<StoredComponents> => {
    const { page, capture, timingsMs } = answer.result;
    const parts = await read(caller.accountId, captureId, answer);
    if (capture === null || parts === null) throw captureRefusal({ code: 'CAPTURE_FAILED', message: '' }, 'selectors');
    const { frame, selectedIds } = capture;
    const whole = { ...timingsMs, openSession: openMs, steps: stepsMs };
    return { kind: 'components', page, frame, selectedIds, ...parts, slot, sessionId, timingsMs: whole };
  };

  const finish = async (trx: Transaction, captureId: string, stored: StoredComponents): Promise<void> => {
    if ((await records.ready(trx, captureId, stored)) !== null) return;
    throw captureUnavailable('The capture took too long and was given up. Try again.', 'CAPTURE_TIMEOUT');
  };

  /** Charges the capture, and shows what the node selected where the slot takes that many. */
  const settle = async (
    caller: Caller,
    place: ScenePlace,
    { captureId, stored, autoSelect }: { captureId: string; stored: StoredComponents; autoSelect: boolean },
  ): Promise<CapturedComponents> => {
    const { slot, selectedIds } = stored;
    if (!autoSelect || !isCountTaken(slot, selectedIds.length)) {
      const finishAlone = async (trx: Transaction): Promise<string> => {
        await finish(trx, captureId, stored);
        return captureId;
      };
      await inTransaction(db, (trx) => once(trx, () => finishAlone(trx)));
      return { kind: 'captured', captureId, warnings: [] };
    }
    const value = await keep(caller.accountId, stored, selectedIds);
    const capture = { captureId, selectedIds, value, capturedAt: clock().toISOString() };
    const save = (trx: Transaction): Promise<void> => finish(trx, captureId, stored);
    const target = { ...place, ifMatch: null };
    const { warnings } = await projects.setCapture(caller, target, { slot, capture, save, result: captureId });
    return { kind: 'captured', captureId, warnings };
  };

  const failureOf = (error: unknown): { code: string; message: string } =>
    error instanceof Refusal
      ? { code: error.code, message: error.message }
      : { code: 'CAPTURE_FAILED', message: 'A fault of ours.' };

  const giveBack = (captureId: string, error: unknown) =>
    inTransaction(db, (trx) => records.endUnpaid(trx, captureId, { state: 'failed', failure: failureOf(error) }));

  const toldToSignIn = async (caller: Caller, captureId: string, page: OpenPage, slot: CaptureSlot, shot: Shot) => {
    await inTransaction(db, (trx) => records.endUnpaid(trx, captureId, { state: 'login_required' }));
    const isOpen = !page.isOwn || (await browsing.keepSession(page.sessionId));
    const sessionId = isOpen ? page.sessionId : null;
    const loginUrl = isOpen ? await browsing.loginUrlOf(await browsing.getSession(caller, page.sessionId)) : null;
    const { authWall } = shot.answer.result;
    return { kind: 'login_required' as const, slotKey: slot.key, authWall, sessionId, loginUrl };
  };

  const run = async (
    caller: Caller,
    place: ScenePlace,
    slot: CaptureSlot,
    { body, captureId }: { body: AutoCaptureBody; captureId: string },
  ): Promise<WalledPage | CapturedComponents> => {
    const page = await getPage(caller, place, slot, body);
    let isLeftOpen = !page.isOwn;
    try {
      const shot = await shoot(caller, page, slot, { body, captureId });
      if (shot.answer.result.authWall.detected && shot.answer.result.capture === null) {
        const walled = await toldToSignIn(caller, captureId, page, slot, shot);
        isLeftOpen = walled.sessionId !== null;
        return walled;
      }
      const isKept = body.keepSession && (!page.isOwn || (await browsing.keepSession(page.sessionId)));
      const sessionId = isKept ? page.sessionId : null;
      const stored = await storedOf(caller, captureId, slot, shot, sessionId);
      const settled = await settle(caller, place, { captureId, stored, autoSelect: body.autoSelect });
      isLeftOpen ||= isKept;
      return settled;
    } finally {
      if (!isLeftOpen) await browsing.closeSession(page.sessionId, 'closed');
    }
  };

  return async (caller: Caller, place: ScenePlace, body: AutoCaptureBody): Promise<WalledPage | CapturedComponents> => {
    const earlier = earlierResult() as string | undefined;
    if (earlier !== undefined) return { kind: 'captured', captureId: earlier, warnings: [] };
    const { slot } = await find(caller, place, body.slotKey);
    await records.checkFeature(caller);
    const target = { ...place, slotKey: slot.key };
    const captureId = await inTransaction(db, (trx) => records.begin(trx, caller, target));
    try {
      return await run(caller, place, slot, { body, captureId });
    } catch (error) {
      await giveBack(captureId, error);
      throw error;
    }
  };
};
