import { createHash } from 'node:crypto';
import { canonicalJson } from '@reelyard/shared/contracts/input-hash.ts';
import type { Project } from '@reelyard/shared/sdk/operations.gen.ts';

const runningPhases: readonly string[] = ['rendering', 'exporting'];

/**
 * The Idempotency-Key of a publish whose caller gives none: the same while nothing happened that could make the same
 * words mean another publish. A publish that ended counts as such: one that failed may be tried again, and one that is
 * finished is known by what it shows and not by its key.
 */
export const publishKey = (order: object, { id, revision, lastPublish }: Project): string => {
  const isOver = lastPublish !== null && !runningPhases.includes(lastPublish.phase);
  const facts = [id, revision, isOver ? lastPublish.requestId : null, order];
  return `agent-${createHash('sha256').update(canonicalJson(facts)).digest('hex')}`;
};
