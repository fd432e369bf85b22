import type { PendingCapture, Project } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { CapturePanel } from './capture-panel.tsx';
import { pendingQuery, projectQuery } from './capture-queries.ts';
import './captures.css';
import { sceneLines } from './scene-lines.ts';

interface ScenesProps {
  readonly project: Project;
  readonly pending: readonly PendingCapture[];
}

const Scenes = ({ project, pending }: ScenesProps) => {
  const [search] = useSearchParams();
  const lines = sceneLines(project.scenes, pending);
  // Kept: a scene that was just captured is not taken away from whoever chooses its parts.
  const [firstId] = useState(() => (lines.find(({ isOpen }) => isOpen) ?? lines[0])?.sceneId);
  const chosenId = search.get('scene') ?? firstId;
  const chosen = lines.find(({ sceneId }) => sceneId === chosenId) ?? lines[0];
  if (chosen === undefined) {
    return (
      <EmptyState
        icon={AppWindow}
        title="No scene shows a web page"
        actions={<LinkButton to={paths.project(project.id)}>To the scenes</LinkButton>}
      >
        Give a scene a template that shows one, for example a browser tour.
      </EmptyState>
    );
  }
  return (
    <div className="captures-page">
      <nav aria-label="Scenes that show a page">
        <ul className="captures-scenes">
          {lines.map(({ sceneId, name, state, tone }) => (
            <li key={sceneId}>
              <Link
                to={paths.captures(project.id, sceneId)}
                replace
                aria-current={sceneId === chosen.sceneId ? 'true' : undefined}
              >
                <span>{name}</span>
                <Badge tone={tone}>{state}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Card title={chosen.name}>
        <CapturePanel key={chosen.sceneId} projectId={project.id} sceneId={chosen.sceneId} />
      </Card>
    </div>
  );
};

/** Every scene of a project that shows a page, those that still lack one first. */
export const CapturesPage = () => {
  const { projectId = '' } = useParams();
  const project = useQuery(projectQuery(projectId));
  const pending = useQuery(pendingQuery(projectId));
  const error = project.error ?? pending.error;
  return (
    <Page
      title="Captures"
      above={<Link to={paths.project(projectId)}>{project.data?.title ?? 'Project'}</Link>}
      lead="Pages of the web, and parts of them, that the scenes show."
    >
      {error === null ? null : (
        <ProblemNotice error={error} onRetry={() => void (project.isError ? project.refetch() : pending.refetch())} />
      )}
      {project.data === undefined || pending.data === undefined ? (
        error === null ? (
          <Skeleton height={480} />
        ) : null
      ) : (
        <Scenes project={project.data} pending={pending.data.pendingCaptures} />
      )}
    </Page>
  );
};
