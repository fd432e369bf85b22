import type { Project, PublishStatus } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { projectCan } from '../../allowed-actions.ts';
import { paths } from '../../paths.ts';
import { projectQuery } from '../../queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { counted } from '../../words.ts';
import { FinishedVideo } from './finished-video.tsx';
import { LiveProgress } from './live-progress.tsx';
import styles from './publish.module.css';
import { PublishForm } from './publish-form.tsx';
import { isRunning } from './publish-words.ts';
import { usePublishStatus } from './use-publish-status.ts';

/** Price first, then the progress, then the video. */
export const PublishPage = () => {
  const { projectId = '' } = useParams();
  const project = useQuery(projectQuery(projectId));
  const status = usePublishStatus(projectId);
  const title = project.data?.title ?? 'Publish';
  return (
    <Page
      title={title}
      above={
        <Link to={paths.project(projectId)} className={styles.back}>
          <ChevronLeft size={16} aria-hidden /> Editor
        </Link>
      }
    >
      {project.isError && project.data === undefined ? (
        <ProblemNotice error={project.error} onRetry={() => void project.refetch()} />
      ) : (
        <QueryState query={status} loading={<Skeleton height={360} />}>
          {(now) =>
            project.data === undefined ? <Skeleton height={360} /> : <Publish project={project.data} status={now} />
          }
        </QueryState>
      )}
    </Page>
  );
};

const Publish = ({ project, status }: { readonly project: Project; readonly status: PublishStatus }) => {
  if (isRunning(status)) return <LiveProgress project={project} status={status} />;
  return (
    <div className={styles.stack}>
      <Ended project={project} status={status} />
      {projectCan.publish(project) ? (
        <PublishForm key={project.revision} project={project} isAgain={status.phase === 'completed'} />
      ) : null}
      {project.publishCount < 2 ? null : (
        <p className={styles.quiet}>
          {counted(project.publishCount, 'publish', 'publishes')} of this video so far; the newest is shown.
        </p>
      )}
    </div>
  );
};

/** How the newest publish ended. */
const Ended = ({ project, status }: { readonly project: Project; readonly status: PublishStatus }) => {
  switch (status.phase) {
    case 'completed':
      return <FinishedVideo project={project} status={status} />;
    case 'render_failed':
    case 'failed':
      return (
        <Notice tone="bad" title="The last publish failed">
          <ul className={styles.failures}>
            {status.render.failures.map(({ sceneId, position, message, layer }) => (
              <li key={sceneId}>
                <span>
                  Scene {position + 1}: {message}
                </span>
                <LinkButton
                  size="s"
                  to={`${paths.scene(project.id, sceneId)}${layer === undefined ? '' : `&layer=${encodeURIComponent(layer)}`}`}
                >
                  Open scene {position + 1}
                </LinkButton>
              </li>
            ))}
            {status.export?.errorMessage === undefined ? null : <li>{status.export.errorMessage}</li>}
          </ul>
          <p>
            Publish again to retry: scenes that are ready are used as they are, and what failed does not count against
            your plan.
          </p>
        </Notice>
      );
    default:
      return project.status === 'CANCELLED' ? (
        <Notice tone="warn" title="The last publish was cancelled">
          Scenes that were ready by then are kept for the next one.
        </Notice>
      ) : null;
  }
};
