import type { Template } from '@reelyard/shared/sdk/operations.gen.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, Sparkles, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { dataOf, farm, queryClient } from '../../api.ts';
import { paths } from '../../paths.ts';
import { fieldProblem, problemOf } from '../../problem.ts';
import { brandsQuery, templatesQuery } from '../../queries.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ProblemNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { counted, durationText } from '../../words.ts';
import { moved } from '../editor/scene-moves.ts';
import type { AspectRatio } from '../templates/template-filter.ts';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import galleryStyles from '../templates/templates.module.css';
import styles from './new.module.css';

interface Chosen {
  /** A template may be chosen twice. */
  readonly key: string;
  readonly templateId: string;
}

interface StartState {
  readonly templateIds?: readonly string[];
  readonly aspectRatio?: AspectRatio;
}

const chosen = (templateId: string): Chosen => ({ key: crypto.randomUUID(), templateId });

/** A new video: its templates in their order, its title, its brand. */
export const NewPage = () => {
  const start = (useLocation().state ?? {}) as StartState;
  const navigate = useNavigate();
  const [ratio, setRatio] = useState<AspectRatio>(start.aspectRatio ?? '16:9');
  const [scenes, setScenes] = useState<readonly Chosen[]>(() => (start.templateIds ?? []).map(chosen));
  const [title, setTitle] = useState('');
  const [brandId, setBrandId] = useState('');
  const tray = useRef<HTMLFormElement>(null);
  const [isTitleAsked, setTitleAsked] = useState(false);
  const templates = useQuery(templatesQuery).data ?? [];
  const brands = useQuery(brandsQuery).data ?? [];
  const templateOf = (id: string): Template | undefined => templates.find((template) => template.id === id);

  const create = useMutation({
    mutationFn: () =>
      dataOf(
        farm.createProject({
          body: {
            title: title.trim(),
            ...(brandId === '' ? {} : { brandId }),
            scenes: scenes.map(({ templateId }) => ({ templateId })),
          },
        }),
      ),
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['projects'] });
      await navigate(paths.project(id));
    },
  });
  const problem = create.error === null ? null : problemOf(create.error);
  const submit = (): void => {
    setTitleAsked(title.trim() === '');
    if (title.trim() !== '') create.mutate();
  };
  const seconds = scenes.reduce((sum, { templateId }) => sum + (templateOf(templateId)?.durationSeconds ?? 0), 0);

  return (
    <Page
      title="New video"
      width="wide"
      lead="Choose a template for each scene. You fill in words, pictures and colours next."
      actions={
        <LinkButton icon={Sparkles} to={paths.newFromPrompt()}>
          Start from a prompt
        </LinkButton>
      }
    >
      <div className={styles.split}>
        <div>
          <TemplateGallery
            ratio={ratio}
            {...(scenes.length === 0 ? { onRatio: setRatio } : {})}
            act={{ label: 'Add', icon: Plus, onPick: ({ id }) => setScenes((before) => [...before, chosen(id)]) }}
            mark={({ id }) => {
              const count = scenes.filter(({ templateId }) => templateId === id).length;
              return count === 0 ? null : <span className={galleryStyles.mark}>{count}</span>;
            }}
          />
          {scenes.length === 0 ? null : (
            <div className={styles.toTray}>
              <Button
                look="primary"
                onClick={() => {
                  tray.current?.scrollIntoView({ block: 'start' });
                  tray.current?.querySelector('input')?.focus({ preventScroll: true });
                }}
              >
                {counted(scenes.length, 'scene')} chosen: go on
              </Button>
            </div>
          )}
        </div>
        <form
          ref={tray}
          className={styles.tray}
          aria-label="Your video"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            label="Title"
            value={title}
            maxLength={200}
            placeholder="What the video is called"
            hint="Fills texts that you leave empty."
            problem={
              isTitleAsked
                ? 'Give the video a title: it stands in scenes that have no text yet.'
                : fieldProblem(problem, 'title')
            }
            onChange={(text) => {
              setTitle(text);
              setTitleAsked(false);
            }}
          />
          <SelectField
            label="Brand"
            value={brandId}
            onChange={setBrandId}
            hint="Its logo and colours fill the scenes."
            options={[
              { value: '', label: 'No brand' },
              ...brands.map(({ id, name, domain }) => ({ value: id, label: name ?? domain ?? id })),
            ]}
          />
          <div className={styles.trayHead}>
            <h2>Scenes</h2>
            <span>{scenes.length === 0 ? '' : `${counted(scenes.length, 'scene')}, ${durationText(seconds)}`}</span>
          </div>
          {scenes.length === 0 ? (
            <p className={styles.none}>
              Nothing chosen yet. A good start: a hook, what it solves, proof, and what to do next.
            </p>
          ) : (
            <ol className={styles.chosen}>
              {scenes.map(({ key, templateId }, index) => {
                const template = templateOf(templateId);
                const name = template?.name ?? 'Scene';
                return (
                  <li key={key}>
                    {template === undefined ? null : <img src={template.thumbnailUrl} alt="" width={64} height={36} />}
                    <span>
                      {index + 1}. {name}
                    </span>
                    <IconButton
                      icon={ArrowUp}
                      label={`Move ${name} up`}
                      disabled={index === 0}
                      onClick={() => setScenes(moved(scenes, index, index - 1))}
                    />
                    <IconButton
                      icon={ArrowDown}
                      label={`Move ${name} down`}
                      disabled={index === scenes.length - 1}
                      onClick={() => setScenes(moved(scenes, index, index + 1))}
                    />
                    <IconButton
                      icon={X}
                      label={`Remove ${name}`}
                      onClick={() => setScenes(scenes.filter((scene) => scene.key !== key))}
                    />
                  </li>
                );
              })}
            </ol>
          )}
          <ProblemNotice
            error={create.error}
            actions={
              problem?.code === 'MISSING_BRAND_ASSETS' ? (
                <LinkButton size="s" to={paths.brands()}>
                  To your brands
                </LinkButton>
              ) : undefined
            }
          />
          <Button type="submit" look="primary" disabled={scenes.length === 0} busy={create.isPending}>
            Create the video
          </Button>
        </form>
      </div>
    </Page>
  );
};
