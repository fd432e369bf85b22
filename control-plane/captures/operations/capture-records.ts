import type { AccountOperations } from '../../accounts/operations.ts';
import type { CreditOperations } from '../../credits/operations.ts';
import { prices } from '../../credits/price-list.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { type Caller, keyIdOf, userIdOf } from '../../http/authenticate.ts';
import { requireFeature } from '../../http/require-feature.ts';
import type { UsageOperations } from '../../usage/operations.ts';
import { type Capture, type CaptureTarget, endCapture, insertCapture } from '../store.ts';
import type { StoredCapture } from '../stored-capture.ts';

export interface CaptureRecordDeps {
  readonly accounts: Pick<AccountOperations, 'hasFeature'>;
  readonly credits: Pick<CreditOperations, 'reserve' | 'charge' | 'release'>;
  readonly usage: Pick<UsageOperations, 'count' | 'giveBack'>;
}

/** What every capture begins and ends with: a record, and the credit that is set aside for it (N34). */
export const captureRecords = ({ accounts, credits, usage }: CaptureRecordDeps) => {
  /** S121: only live keys pay. What a person who is signed in does counts against the plan's month instead (S106). */
  const reserve = async (
    trx: Transaction,
    caller: Caller,
    captureId: string,
    target: CaptureTarget | null,
  ): Promise<string | null> => {
    const { accountId } = caller;
    if (caller.kind === 'web') await usage.count(trx, { accountId, feature: 'ui_capture', units: 1 });
    if (caller.kind === 'web' || caller.environment === 'test') return null;
    const item = { subject: `capture:${captureId}`, action: 'UI_CAPTURE', credits: prices.UI_CAPTURE } as const;
    const project = target === null ? {} : { projectId: target.projectId };
    const holds = await credits.reserve(trx, { accountId, keyId: caller.keyId, ...project, items: [item] });
    return holds.get(item.subject) ?? null;
  };

  return {
    /** S109: throws 403 where the plan lacks captures. */
    checkFeature: (caller: Caller): Promise<void> => requireFeature(accounts, caller, 'mcp_capture'),

    /** Sets the credit aside and notes the capture as running; throws 402, or 429 over the plan's month. @returns its id */
    async begin(trx: Transaction, caller: Caller, target: CaptureTarget | null): Promise<string> {
      const id = newId('cap');
      const { accountId, environment } = caller;
      const holdId = await reserve(trx, caller, id, target);
      const who = { keyId: keyIdOf(caller), userId: userIdOf(caller) };
      await insertCapture(trx, { id, accountId, environment, ...who, target, holdId });
      return id;
    },

    /** Keeps what was captured and spends the credit; null where somebody ended the capture before. */
    async ready(
      trx: Transaction,
      captureId: string,
      result: StoredCapture,
    ): Promise<{ capture: Capture; creditsCharged: number } | null> {
      const capture = await endCapture(trx, captureId, { state: 'ready', result });
      if (capture === null) return null;
      return { capture, creditsCharged: capture.holdId === null ? 0 : await credits.charge(trx, capture.holdId) };
    },

    /** Gives the credit back; null where somebody ended the capture before. */
    async endUnpaid(
      trx: Transaction,
      captureId: string,
      end: { state: 'login_required' } | { state: 'failed'; failure: { code: string; message: string } },
    ): Promise<Capture | null> {
      const capture = await endCapture(trx, captureId, end);
      if (capture === null) return null;
      const { accountId, holdId, userId, createdAt: countedAt } = capture;
      if (holdId !== null) await credits.release(trx, holdId);
      if (userId !== null) await usage.giveBack(trx, { accountId, feature: 'ui_capture', units: 1, countedAt });
      return capture;
    },
  };
};
export type CaptureRecords = ReturnType<typeof captureRecords>;
