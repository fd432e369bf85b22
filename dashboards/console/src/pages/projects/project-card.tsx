import type { ProjectSummary } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Pencil, Send, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { projectCan } from '../../allowed-actions.ts';
import { dataOf, farm, queryClient } from '../../api.ts';
import { paths } from '../../paths.ts';
import { problemOf } from '../../problem.ts';
import { projectQuery, publishStatusQuery, templatesQuery } from '../../queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Film } from '../../ui/film.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { agoText, counted, momentText, statusWords } from '../../words.ts';
import styles from './projects.module.css';

/** Whether an element was on the screen once: what is far below costs no request. */
const useSeen = () => {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null || isSeen) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { place, isSeen };
};

/** The picture of the finished video, else of the first scene's template. */
const usePicture = ({ id, status }: ProjectSummary, isSeen: boolean): string | null => {
  const isDone = status === 'COMPLETED';
  const published = useQuery({ ...publishStatusQuery(id), enabled: isSeen && isDone }).data?.thumbnailUrl ?? null;
  const project = useQuery({ ...projectQuery(id), enabled: isSeen && !isDone }).data;
  const templates = useQuery({ ...templatesQuery, enabled: isSeen }).data;
  if (isDone) return published;
  return templates?.find((template) => template.id === project?.scenes[0]?.templateId)?.thumbnailUrl ?? null;
};

export const ProjectCard = ({ project }: { readonly project: ProjectSummary }) => {
  const { place, isSeen } = useSeen();
  const picture = usePicture(project, isSeen);
  const { label, tone } = statusWords[project.status];
  return (
    <article className={styles.card} ref={place}>
      <Film picture={picture} alt="" />
      <div className={styles.body}>
        <h2>
          <Link to={paths.project(project.id)}>{project.title}</Link>
        </h2>
        <ProjectMenu project={project} />
        <p className={styles.facts}>
          <Badge tone={tone}>{label}</Badge>
          {project.sandbox ? <Badge tone="warn">Sandbox</Badge> : null}
          <span>{counted(project.sceneCount, 'scene')}</span>
          <time dateTime={project.updatedAt} title={momentText(project.updatedAt)}>
            {agoText(project.updatedAt, new Date())}
          </time>
        </p>
      </div>
    </article>
  );
};

const ProjectMenu = ({ project }: { readonly project: ProjectSummary }) => {
  const { id, title } = project;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['projects'] });
  const duplicate = useMutation({
    mutationFn: () => dataOf(farm.duplicateProject({ projectId: id })),
    onSuccess: async (copy) => {
      await refresh();
      toast('Copied', { action: { label: 'Open the copy', run: () => void navigate(paths.project(copy.id)) } });
    },
    onError: (error) => toast(problemOf(error).title, { tone: 'bad' }),
  });
  const remove = useMutation({
    mutationFn: () => dataOf(farm.deleteProject({ projectId: id })),
    onSuccess: async () => {
      await refresh();
      toast(`“${title}” is deleted`);
    },
  });
  return (
    <>
      <Menu
        label={`Acts on ${title}`}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => void navigate(paths.project(id)) },
          { label: 'Publish', icon: Send, onSelect: () => void navigate(paths.publish(id)) },
          {
            label: 'Make a copy',
            icon: Copy,
            disabled: !projectCan.duplicate(project),
            onSelect: () => duplicate.mutate(),
          },
          'line',
          {
            label: 'Delete',
            icon: Trash2,
            danger: true,
            disabled: !projectCan.delete(project),
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting ? (
        <ConfirmDialog
          title="Delete this video?"
          confirm="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setDeleting(false)}
        >
          <p>“{title}” and its scenes are deleted for good. Files that you downloaded stay yours.</p>
          <ProblemNotice error={remove.error} />
        </ConfirmDialog>
      ) : null}
    </>
  );
};
