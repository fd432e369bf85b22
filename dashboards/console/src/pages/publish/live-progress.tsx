import type { Project, PublishStatus } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, farm, queryClient } from '../../api.ts';
import { publishStatusQuery, templatesQuery } from '../../queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { etaText } from '../../words.ts';
import styles from './publish.module.css';
import { overallPercent, sceneStateWords, waitingText } from './publish-words.ts';
import { refreshAfterPublish } from './use-publish-status.ts';

interface LiveProgressProps {
  readonly project: Project;
  readonly status: PublishStatus;
}

/** A publish that runs: the whole, each scene, how long it still takes, why it waits. */
export const LiveProgress = ({ project, status }: LiveProgressProps) => {
  const templates = useQuery(templatesQuery).data ?? [];
  const percent = overallPercent(status);
  const waiting = waitingText(status.waiting);
  return (
    <div className={styles.stack}>
      <Card
        title={status.phase === 'exporting' ? 'Putting the video together' : 'Rendering the scenes'}
        aside={<CancelPublish projectId={project.id} />}
      >
        <div className={styles.overall}>
          <strong>{percent}%</strong>
          <span>{etaText(status.etaSeconds) ?? ''}</span>
        </div>
        <Progress label="The whole video" percent={percent} />
        <p className={styles.quiet} role="status">
          {status.message}
        </p>
        {waiting === null ? null : <Notice tone="warn" title={waiting} />}
      </Card>
      <ol className={styles.tiles}>
        {status.render.scenes.map(({ sceneId, position, state, progress, reused, previewUrl, error }) => {
          const scene = project.scenes.find(({ id }) => id === sceneId);
          const template = templates.find(({ id }) => id === scene?.templateId);
          const { label, tone } = sceneStateWords[state];
          return (
            <li key={sceneId} className={styles.tile}>
              {previewUrl === null ? (
                template === undefined ? null : (
                  <img src={template.thumbnailUrl} alt="" className={styles.ahead} />
                )
              ) : (
                <video
                  src={previewUrl}
                  muted
                  loop
                  autoPlay
                  playsInline
                  preload="metadata"
                  aria-label={`Scene ${position + 1} as it was rendered`}
                />
              )}
              <div className={styles.tileBody}>
                <p>
                  <span>
                    {position + 1}. {scene?.title ?? template?.name ?? 'Scene'}
                  </span>
                  <Badge tone={tone}>{reused && state === 'done' ? 'Ready already' : label}</Badge>
                </p>
                <Progress
                  label={`Scene ${position + 1}`}
                  percent={state === 'done' ? 100 : progress}
                  tone={state === 'failed' ? 'bad' : state === 'done' ? 'good' : 'accent'}
                />
                {error === null ? null : <small>{error}</small>}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
};

const CancelPublish = ({ projectId }: { readonly projectId: string }) => {
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => dataOf(farm.cancelPublish({ projectId })),
    onSuccess: async () => {
      setAsking(false);
      await queryClient.refetchQueries(publishStatusQuery(projectId));
      await refreshAfterPublish(projectId);
    },
  });
  return (
    <>
      <Button size="s" onClick={() => setAsking(true)}>
        Cancel
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title="Cancel this publish?"
          confirm="Cancel the publish"
          danger
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            Scenes that are ready are kept for the next publish. What was not made does not count against your plan.
          </p>
          <ProblemNotice error={cancel.error} />
        </ConfirmDialog>
      ) : null}
    </>
  );
};
