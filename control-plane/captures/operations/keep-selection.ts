import type { StoredPictures } from '../../assets/operations/stored-pictures.ts';
import type { CaptureValue } from '../../projects/scene-capture.ts';
import { captureValue, cornerPx, isOwnSelection, selectedCandidates } from '../selection.ts';
import type { StoredComponents } from '../stored-capture.ts';

export interface KeepSelectionDeps {
  readonly pictures: Pick<StoredPictures, 'keep' | 'compose'>;
}

/**
 * What a slot shows of a capture, its pictures kept for good. The capture's own selection has a plate that was taken
 * with exactly those components hidden; the plate of another one is the page with what lies behind each of them laid
 * over it (S71).
 */
export const keepSelection =
  ({ pictures }: KeepSelectionDeps) =>
  async (accountId: string, stored: StoredComponents, selectedIds: readonly string[]): Promise<CaptureValue> => {
    const chosen = selectedCandidates(stored, selectedIds);
    const { picture, plate, frame } = stored;
    const plateOf = async () => {
      if (chosen.length === 0) return null;
      if (plate !== null && isOwnSelection(stored, selectedIds)) return pictures.keep(accountId, plate);
      const patches = chosen.map(({ behind, componentBox }) => ({
        picture: behind,
        ...cornerPx(componentBox, frame.scale),
      }));
      return pictures.compose(accountId, picture, patches);
    };
    const [page, cleanPlate, ...components] = await Promise.all([
      pictures.keep(accountId, picture),
      plateOf(),
      ...chosen.map(({ component }) => pictures.keep(accountId, component)),
    ]);
    return captureValue(stored, selectedIds, { page, plate: cleanPlate, components });
  };
