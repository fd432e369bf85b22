import type { AccountOperations } from '../accounts/operations.ts';
import type { ApiKeyOperations } from '../api-keys/operations.ts';
import type { CreditOperations } from '../credits/operations.ts';
import type { InvariantCounts } from '../database/auditor.ts';
import type { Database } from '../database/connection.ts';
import type { EndAttemptDeps } from '../dispatch/operations/end-attempt.ts';
import type { DispatchOperations } from '../dispatch/operations.ts';
import type { NodeOperations } from '../nodes/operations.ts';
import type { PublishingOperations } from '../publishing/operations.ts';
import type { TemplateOperations } from '../templates/operations.ts';
import type { UsageOperations } from '../usage/operations.ts';

/** What the admin API shows and changes. Every rule is a feature's own. */
export interface AdminDeps {
  readonly db: Database;
  readonly nodes: Pick<NodeOperations, 'operate' | 'listReady' | 'listLoads'>;
  readonly dispatch: Pick<DispatchOperations, 'requeue' | 'setPriority' | 'dismiss'>;
  readonly publishing: Pick<PublishingOperations, 'cancelAnyPublish'>;
  readonly credits: Pick<CreditOperations, 'adjust' | 'changePlan'>;
  readonly accounts: Pick<AccountOperations, 'require' | 'switchForAccount' | 'switchForPlan'>;
  readonly usage: Pick<UsageOperations, 'setLimit' | 'dropLimit'>;
  readonly apiKeys: Pick<ApiKeyOperations, 'revokeAny'>;
  readonly templates: Pick<TemplateOperations, 'setRelease' | 'listReleases'>;
  /** What the last audit of the invariants found. */
  readonly audit: { counts(): Promise<InvariantCounts> };
  /** Told how an attempt ended that an operator took from its node, for the metrics. */
  readonly onAttemptEnd: EndAttemptDeps['onEnd'];
}
