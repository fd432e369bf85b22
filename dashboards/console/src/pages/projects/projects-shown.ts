import type { ProjectStatus } from '../../allowed-actions.ts';

export type ProjectFilter = 'all' | 'drafts' | 'running' | 'published' | 'failed';

export const projectFilters: readonly { readonly value: ProjectFilter; readonly label: string }[] = [
  { value: 'all', label: 'All videos' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'running', label: 'In the making' },
  { value: 'published', label: 'Published' },
  { value: 'failed', label: 'Failed or cancelled' },
];

const statusesOf: Readonly<Record<Exclude<ProjectFilter, 'all'>, readonly ProjectStatus[]>> = {
  drafts: ['RENDER_PENDING', 'RENDERED'],
  running: ['RENDERING', 'EXPORTING'],
  published: ['COMPLETED'],
  failed: ['RENDER_FAILED', 'EXPORT_FAILED', 'CANCELLED'],
};

/** The projects that a search and a filter leave: every word has to occur in the title, in any order. */
export const projectsShown = <P extends { readonly title: string; readonly status: ProjectStatus }>(
  projects: readonly P[],
  { search, filter }: { readonly search: string; readonly filter: ProjectFilter },
): P[] => {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  return projects.filter(({ title, status }) => {
    const lower = title.toLowerCase();
    return (filter === 'all' || statusesOf[filter].includes(status)) && words.every((word) => lower.includes(word));
  });
};
