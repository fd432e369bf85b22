import type { ProjectSummary } from '@reelyard/shared/sdk/operations.gen.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Clapperboard, Plus, Search, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { farm } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { ProjectCard } from './project-card.tsx';
import styles from './projects.module.css';
import { type ProjectFilter, projectFilters, projectsShown } from './projects-shown.ts';

const pageSize = 48;

export const ProjectsPage = () => {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ProjectFilter>('all');
  const list = useInfiniteQuery({
    queryKey: ['projects', 'list'],
    queryFn: ({ pageParam }) => farm.listProjects({ limit: pageSize, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.pagination?.hasMore === true ? meta.pagination.page + 1 : undefined),
  });
  const projects = list.data?.pages.flatMap(({ data }) => data.projects);
  const shown = projectsShown(projects ?? [], { search, filter });
  const more = list.hasNextPage ? (
    <div className={styles.more}>
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show older videos
      </Button>
    </div>
  ) : null;

  return (
    <Page
      title="Videos"
      actions={
        projects?.length === 0 ? undefined : (
          <>
            <LinkButton icon={Sparkles} to={paths.newFromPrompt()}>
              From a prompt
            </LinkButton>
            <LinkButton look="primary" icon={Plus} to={paths.newProject()}>
              New video
            </LinkButton>
          </>
        )
      }
    >
      {list.isError && projects === undefined ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : projects === undefined ? (
        <Cards>
          {Array.from({ length: 6 }, (_, index) => (
            <li key={index}>
              <Skeleton height={252} />
            </li>
          ))}
        </Cards>
      ) : projects.length === 0 ? (
        <FirstVideo />
      ) : (
        <>
          <div className={styles.tools}>
            <div className={styles.search}>
              <Search size={16} aria-hidden />
              <TextField
                label="Search videos"
                hideLabel
                type="search"
                placeholder="Search videos"
                value={search}
                onChange={setSearch}
              />
            </div>
            <SelectField
              label="Status"
              hideLabel
              value={filter}
              onChange={(value) => setFilter(value as ProjectFilter)}
              options={projectFilters}
            />
          </div>
          <Found projects={shown} />
          {more}
        </>
      )}
    </Page>
  );
};

const Cards = ({ children }: { readonly children: React.ReactNode }) => <ul className={styles.cards}>{children}</ul>;

const Found = ({ projects }: { readonly projects: readonly ProjectSummary[] }) =>
  projects.length === 0 ? (
    <EmptyState icon={Search} title="No video fits">
      Try fewer words, or another status.
    </EmptyState>
  ) : (
    <Cards>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} />
        </li>
      ))}
    </Cards>
  );

const FirstVideo = () => (
  <EmptyState
    icon={Clapperboard}
    title="Make your first video"
    actions={
      <>
        <LinkButton icon={Sparkles} to={paths.newFromPrompt()}>
          Start from a prompt
        </LinkButton>
        <LinkButton look="primary" icon={Plus} to={paths.newProject()}>
          Choose templates
        </LinkButton>
      </>
    }
  >
    A video is a few scenes, each from a template. Fill in your words, publish, and get one finished film with music,
    voice and captions.
  </EmptyState>
);
