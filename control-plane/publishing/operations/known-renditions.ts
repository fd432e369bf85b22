import type { Transaction } from '../../database/connection.ts';
import type { LoadedProject } from '../../projects/operations.ts';
import type { KnownRenditions } from '../changed-scenes.ts';
import { snapshotsOf } from '../scene-snapshots.ts';
import { findKnownRenditions } from '../store/renditions.ts';
import type { Draft } from './decide-publish.ts';

/**
 * What is there of a draft's scenes and what was paid for. With an export pass a scene also counts as paid whose twin
 * with the watermark was: it is drawn again because of the pass alone (S95).
 */
export const knownRenditions = async (
  trx: Transaction,
  loaded: LoadedProject,
  { publish, snapshots, hasPass }: Draft,
): Promise<{ withPass: KnownRenditions; withoutPass: KnownRenditions }> => {
  const known = await findKnownRenditions(trx, publish, snapshots);
  if (!hasPass) return { withPass: known, withoutPass: known };
  const marked = new Map(
    snapshotsOf(loaded, { ...publish, watermark: true }).map(({ sceneId, inputHash }) => [sceneId, inputHash]),
  );
  const twins = snapshots.map((snapshot) => ({ ...snapshot, inputHash: marked.get(snapshot.sceneId) ?? '' }));
  const { paidInputHashes } = await findKnownRenditions(trx, publish, twins);
  const paidByTwin = snapshots.filter((_snapshot, index) => paidInputHashes.has(twins[index]?.inputHash ?? ''));
  const paid = new Set([...known.paidInputHashes, ...paidByTwin.map(({ inputHash }) => inputHash)]);
  return { withPass: { ...known, paidInputHashes: paid }, withoutPass: known };
};
