import type { Narration, Project } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { AudioLines } from 'lucide-react';
import { dataOf, farm, queryClient } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, Spinner } from '../../ui/spinner.tsx';
import { waitingText } from '../publish/publish-words.ts';
import styles from './fields.module.css';

const askEveryMs = 3_000;

/** The narration of the whole video, to hear before it is published. */
export const NarrationPanel = ({ project }: { readonly project: Project }) => {
  const queryKey = ['narration', project.id, project.revision];
  const narration = useQuery({
    queryKey,
    queryFn: () => dataOf(farm.getNarration({ projectId: project.id })),
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? askEveryMs : false),
  });
  const speak = useMutation({
    mutationFn: () => dataOf(farm.refreshNarration({ projectId: project.id })),
    onSuccess: (data) => queryClient.setQueryData(queryKey, data),
  });
  return (
    <section className={styles.media} aria-label="Narration">
      <h3>Narration</h3>
      <QueryState query={narration} loading={<Skeleton height={36} />}>
        {(data) => <Take narration={data} isAsking={speak.isPending} onSpeak={() => speak.mutate()} />}
      </QueryState>
      <ProblemNotice error={speak.error} />
    </section>
  );
};

interface TakeProps {
  readonly narration: Narration;
  readonly isAsking: boolean;
  readonly onSpeak: () => void;
}

const Take = ({ narration: { state, segments, audioUrl, waiting, error }, isAsking, onSpeak }: TakeProps) => {
  if (segments.length === 0)
    return <p className={styles.quiet}>No scene has a narration yet. Write one below a scene’s title.</p>;
  if (state === 'building') {
    return (
      <p className={styles.quiet} role="status">
        <Spinner size={14} /> {waitingText(waiting) ?? 'It is being spoken.'}
      </p>
    );
  }
  const tooLong = segments.filter(({ fits }) => !fits).map(({ position }) => position + 1);
  return (
    <>
      {state === 'failed' ? (
        <Notice tone="bad" title="It could not be spoken">
          {error ?? undefined}
        </Notice>
      ) : null}
      {state === 'ready' && audioUrl !== null ? (
        <audio key={audioUrl} controls preload="metadata" src={audioUrl} aria-label="Listen to the narration" />
      ) : (
        <div>
          <Button size="s" icon={AudioLines} busy={isAsking} onClick={onSpeak}>
            {state === 'stale' ? 'Hear it as it is now' : 'Hear it'}
          </Button>
        </div>
      )}
      {tooLong.length === 0 ? null : (
        <Notice
          tone="warn"
          title={`Longer than ${tooLong.length === 1 ? 'its scene' : 'their scenes'}: scene ${tooLong.join(', ')}`}
        >
          Shorten the narration there.
        </Notice>
      )}
    </>
  );
};
