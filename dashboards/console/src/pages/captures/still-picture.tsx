import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { farm } from '../../api.ts';
import { fieldProblem, problemOf } from '../../problem.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { refreshCaptures, type ScenePlace } from './capture-queries.ts';
import { addressOf } from './capture-words.ts';

interface StillPictureProps {
  readonly place: ScenePlace;
  readonly slotKey: string;
  readonly onUsed: () => void;
}

/** Lets a picture from the web stand for the page; for slots that show a page as a whole. */
export const StillPicture = ({ place, slotKey, onUsed }: StillPictureProps) => {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const imageUrl = addressOf(text);
  const used = useMutation({
    mutationFn: () => farm.captureImage({ ...place, body: { imageUrl, slotKey } }),
    onSuccess: () => {
      setText('');
      refreshCaptures(queries, place.projectId);
      onUsed();
      toast('The scene shows the picture.');
    },
  });
  return (
    <form
      className="captures-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (imageUrl !== '' && !used.isPending) used.mutate();
      }}
    >
      <ProblemNotice error={used.error} />
      <TextField
        label="Address of a picture"
        value={text}
        onChange={setText}
        inputMode="url"
        autoComplete="off"
        maxLength={2_048}
        placeholder="https://example.com/page.png"
        hint="PNG, JPEG or WebP by https, 20 MB at most. It stands for the page, and costs nothing."
        problem={used.isError ? fieldProblem(problemOf(used.error), 'imageUrl') : null}
      />
      <div>
        <Button type="submit" busy={used.isPending} disabled={imageUrl === ''}>
          Use the picture
        </Button>
      </div>
    </form>
  );
};
