import type { Project, Scene } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronLeft, CloudAlert, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useBlocker, useParams, useSearchParams } from 'react-router';
import { projectCan } from '../../allowed-actions.ts';
import { paths } from '../../paths.ts';
import { projectQuery, templateQuery, templatesQuery } from '../../queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Loading, Skeleton, Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { statusWords } from '../../words.ts';
import styles from './editor.module.css';
import { AddSceneDialog, SwapTemplateDialog } from './scene-dialogs.tsx';
import { editedScene, type SceneDraft } from './scene-draft.ts';
import { SceneFields } from './scene-fields.tsx';
import { SceneRail } from './scene-rail.tsx';
import { Stage } from './stage.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import { VideoSettings } from './video-settings.tsx';

/** One and the same: the preview asks anew for another one. */
const noDraft: SceneDraft = {};

export const EditorPage = () => {
  const { projectId = '' } = useParams();
  const project = useQuery(projectQuery(projectId));
  if (project.isError && project.data === undefined) {
    return (
      <Page title="Editor" actions={<LinkButton to={paths.projects()}>To your videos</LinkButton>}>
        <ProblemNotice error={project.error} onRetry={() => void project.refetch()} />
      </Page>
    );
  }
  return (
    <QueryState query={project} loading={<EditorShape />}>
      {(data) => <OpenEditor key={data.id} project={data} />}
    </QueryState>
  );
};

const EditorShape = () => (
  <div className={styles.editor}>
    <title>Editor · Reelyard</title>
    <div className={styles.head} />
    <div className={styles.shape}>
      <Skeleton height={420} />
    </div>
  </div>
);

const OpenEditor = ({ project }: { readonly project: Project }) => {
  const editor = useEditor(project.id);
  const [search, setSearch] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const [swapped, setSwapped] = useState<Scene | null>(null);
  const [panel, setPanel] = useState<'scene' | 'video'>('scene');
  // The scene that was chosen stays so when it moves; where it is gone, the first one is shown.
  const [firstId] = useState(project.scenes[0]?.id);
  const selectedId = search.get('scene') ?? firstId;
  const selected = project.scenes.find(({ id }) => id === selectedId) ?? project.scenes[0];
  const template = useQuery({ ...templateQuery(selected?.templateId ?? ''), enabled: selected !== undefined });
  const scene = selected === undefined ? undefined : editedScene(selected, editor.drafts[selected.id] ?? noDraft);
  const select = (sceneId: string): void => {
    setPanel('scene');
    setSearch({ scene: sceneId }, { replace: true });
  };
  const layer = search.get('layer');
  useEffect(() => {
    if (layer === null || template.data === undefined) return;
    const field = document.querySelector<HTMLElement>(`[data-layer="${CSS.escape(layer)}"]`);
    field?.scrollIntoView({ block: 'center' });
    field?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [layer, template.data]);

  return (
    <div className={styles.editor}>
      <title>{`${project.title} · Reelyard`}</title>
      <EditorHead project={project} editor={editor} />
      {projectCan.cancel(project) ? (
        <div className={styles.strip}>
          <Notice
            tone="accent"
            title="A publish is running. What you change now is for the next one."
            actions={
              <LinkButton size="s" to={paths.publish(project.id)}>
                Watch it
              </LinkButton>
            }
          />
        </div>
      ) : null}
      {editor.failure === null ? null : (
        <div className={styles.strip}>
          <ProblemNotice error={editor.failure.error} onRetry={editor.retry} />
        </div>
      )}
      <div className={styles.work}>
        <SceneRail
          project={project}
          editor={editor}
          selectedId={selected?.id}
          onSelect={select}
          onAdd={() => setAdding(true)}
          onSwap={setSwapped}
        />
        <section className={styles.middle} aria-label="Preview">
          {selected === undefined || template.data === undefined ? (
            <Loading />
          ) : (
            <Stage
              project={project}
              scene={selected}
              draft={editor.drafts[selected.id] ?? noDraft}
              template={template.data}
            />
          )}
        </section>
        <aside className={styles.panel} aria-label="Settings">
          <Tabs
            label="What to change"
            selected={panel}
            onSelect={setPanel}
            tabs={[
              {
                id: 'scene',
                label: 'Scene',
                panel:
                  scene === undefined ? null : (
                    <QueryState query={template}>
                      {(detail) => (
                        <SceneFields
                          key={scene.id}
                          project={project}
                          scene={scene}
                          template={detail}
                          error={editor.failure?.sceneId === scene.id ? editor.failure.error : null}
                          onChange={(draft) => editor.change(scene.id, draft)}
                        />
                      )}
                    </QueryState>
                  ),
              },
              { id: 'video', label: 'Video', panel: <VideoSettings project={project} editor={editor} /> },
            ]}
          />
        </aside>
      </div>
      {isAdding ? (
        <AddSceneDialog
          project={project}
          editor={editor}
          after={selected}
          onAdded={select}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {swapped === null ? null : (
        <SwapTemplateDialog
          project={project}
          scene={swapped}
          editor={editor}
          labelOf={(key) => (swapped.id === selected?.id ? template.data?.layerMeta[key]?.label : undefined) ?? key}
          onClose={() => setSwapped(null)}
        />
      )}
      {editor.isConflicting ? <ConflictDialog editor={editor} /> : <LeaveGuard editor={editor} />}
    </div>
  );
};

const EditorHead = ({ project, editor }: { readonly project: Project; readonly editor: Editor }) => {
  const { label, tone } = statusWords[project.status];
  useQuery(templatesQuery);
  return (
    <header className={styles.head}>
      <Link to={paths.projects()} className={styles.back} aria-label="All videos">
        <ChevronLeft size={18} aria-hidden />
      </Link>
      <h1>{project.title}</h1>
      <Badge tone={tone}>{label}</Badge>
      <span className={styles.saving} role="status">
        {editor.saving === 'saving' ? (
          <>
            <Spinner size={14} /> Saving
          </>
        ) : editor.saving === 'unsaved' ? (
          <>
            <CloudAlert size={14} aria-hidden /> Not saved yet
          </>
        ) : (
          <>
            <Check size={14} aria-hidden /> Saved
          </>
        )}
      </span>
      <LinkButton look="primary" icon={Send} to={paths.publish(project.id)}>
        {projectCan.publish(project) ? 'Publish' : 'Watch'}
      </LinkButton>
    </header>
  );
};

const ConflictDialog = ({ editor }: { readonly editor: Editor }) => {
  const unsavedCount = Object.keys(editor.drafts).length;
  return (
    <Dialog
      title="This video was changed elsewhere"
      size="s"
      onClose={() => void editor.resolve(false)}
      footer={
        <>
          <Button onClick={() => void editor.resolve(false)}>Show their version</Button>
          <Button look="primary" onClick={() => void editor.resolve(true)}>
            {unsavedCount === 0 ? 'Go on' : 'Keep mine on top'}
          </Button>
        </>
      }
    >
      <p>Somebody else, or another tab of yours, has saved since you opened it. Nothing of theirs was overwritten.</p>
      <p>
        {unsavedCount === 0
          ? 'What you just did was not done. You now see their version; try it again.'
          : 'Keep mine: the fields that you just changed are saved on top of their version. Show theirs: what you typed since the last save is given up.'}
      </p>
    </Dialog>
  );
};

/** Who leaves while something is unsaved waits until it is saved; what cannot be saved is said before it is lost. */
const LeaveGuard = ({ editor }: { readonly editor: Editor }) => {
  const { drafts, saveNow } = editor;
  const isUnsaved = Object.keys(drafts).length > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const [isAsking, setAsking] = useState(false);
  const { state } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return setAsking(false);
    void saveNow().then((isAllSaved) => (isAllSaved ? blocker.proceed?.() : setAsking(true)));
    // Once for each time that somebody leaves, whatever else is drawn anew meanwhile.
  }, [state]);
  if (!isAsking || state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>Some of what you changed could not be saved: a field says why. Leaving gives it up.</p>
    </ConfirmDialog>
  );
};
