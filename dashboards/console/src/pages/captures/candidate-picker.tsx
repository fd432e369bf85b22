import type { Capture } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { farm } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { CaptureProblem } from './capture-problem.tsx';
import { refreshCaptures, type ScenePlace } from './capture-queries.ts';
import {
  boxOver,
  candidateName,
  isSameSelection,
  largestFirst,
  type Slot,
  selectionProblem,
  toggled,
} from './capture-words.ts';

interface CandidatePickerProps {
  readonly place: ScenePlace;
  readonly slot: Slot;
  readonly capture: Capture;
}

/** The captured page with the parts that may be shown: pressed on the picture or ticked in the list. */
export const CandidatePicker = ({ place, slot, capture }: CandidatePickerProps) => {
  const { candidates, frame, captureId, screenshotUrl, page } = capture;
  const queries = useQueryClient();
  const [selected, setSelected] = useState<readonly string[]>(capture.selected);
  const [saved, setSaved] = useState<readonly string[]>(capture.selected);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (ids: readonly string[]) =>
      farm.selectCapture({ ...place, body: { captureId, selectedComponentIds: ids } }),
    onSuccess: (_answer, ids) => {
      setSaved(ids);
      refreshCaptures(queries, place.projectId);
      toast('The scene shows your selection.');
    },
  });
  const press = (id: string): void => setSelected(toggled(selected, id, slot));
  const problem = selectionProblem(slot, selected.length);
  const isSaved = isSameSelection(selected, saved) && selectionProblem(slot, saved.length) === null;
  const isChoice = slot.maxComponents > 0 && candidates.length > 0;
  return (
    <section className="captures-picker" aria-label="Captured page">
      <div className="captures-scroll">
        <div className="captures-picture" style={{ aspectRatio: `${frame.width} / ${frame.height}` }}>
          <img src={screenshotUrl} alt={`Captured page: ${page.title}`} />
          {isChoice
            ? largestFirst(candidates).map((candidate) => {
                const { id, box } = candidate;
                const place = selected.indexOf(id);
                return (
                  <button
                    key={id}
                    type="button"
                    className={`captures-box ${pointedId === id ? 'captures-box-pointed' : ''}`}
                    style={boxOver(box, frame)}
                    aria-pressed={place >= 0}
                    aria-label={candidateName(candidate)}
                    title={candidateName(candidate)}
                    onClick={() => press(id)}
                    onPointerEnter={() => setPointedId(id)}
                    onPointerLeave={() => setPointedId(null)}
                  >
                    <span aria-hidden>{candidate.number}</span>
                  </button>
                );
              })
            : null}
        </div>
      </div>
      {isChoice ? (
        <fieldset className="captures-list">
          <legend>Parts to show</legend>
          {candidates.map((candidate) => (
            <label
              key={candidate.id}
              className="captures-candidate"
              onPointerEnter={() => setPointedId(candidate.id)}
              onPointerLeave={() => setPointedId(null)}
            >
              <input type="checkbox" checked={selected.includes(candidate.id)} onChange={() => press(candidate.id)} />
              <span>{candidateName(candidate)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {slot.maxComponents > 0 && candidates.length === 0 ? (
        <Notice tone="warn" title="No part of this page can be shown alone.">
          {slot.minComponents === 0 ? 'The scene shows the page as a whole.' : 'Give another page of the site.'}
        </Notice>
      ) : null}
      <CaptureProblem error={save.error} />
      {isChoice ? (
        <div className="captures-acts">
          <Button
            look="primary"
            busy={save.isPending}
            disabled={problem !== null || isSaved}
            onClick={() => save.mutate(selected)}
          >
            Show the selection
          </Button>
          <span className="captures-quiet" role="status">
            {problem ?? (isSaved ? 'The scene shows this.' : 'Not saved yet. It costs nothing to change.')}
          </span>
        </div>
      ) : null}
    </section>
  );
};
