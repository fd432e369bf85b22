import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { SessionNode } from '../../nodes/operations.ts';
import type { PlanFeature } from '../../plans/plan.ts';
import type { SessionsClient } from '../client.ts';

/** What browsing needs of the rest of the farm. */
export interface BrowsingDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: SessionsClient;
  readonly nodes: {
    listSessionNodes(): Promise<SessionNode[]>;
    findSessionNode(nodeId: string): Promise<SessionNode | null>;
  };
  readonly accounts: { hasFeature(caller: Caller, feature: PlanFeature): Promise<boolean> };
  readonly credits: {
    /** N53: how long a session of this key may last before its next block cannot be paid. */
    affordableBrowseSeconds(trx: Transaction, payer: { accountId: string; keyId: string }): Promise<number>;
    /** N49: bills a session once, with what is there at most; the credits charged. */
    chargeBrowse(
      trx: Transaction,
      session: { accountId: string; keyId: string; sessionId: string; seconds: number },
    ): Promise<number>;
  };
  /** The capture slots of a scene's template; throws 404 where the caller has no such project or scene. */
  readonly captureSlotsOf: (
    caller: Caller,
    projectId: string,
    sceneId: string | null,
  ) => Promise<readonly CaptureSlot[]>;
  /** Where people reach the farm, without a slash at the end. */
  readonly publicUrl: string;
  readonly farmSecret: string;
  readonly onFault: (error: unknown) => void;
}
