import { useMutation, useQuery } from '@tanstack/react-query';
import { Camera, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { dataOf, farm, queryClient } from '../../api.ts';
import { paths } from '../../paths.ts';
import { fieldProblem, problemOf } from '../../problem.ts';
import { brandsQuery, templatesQuery } from '../../queries.ts';
import { usageQuery } from '../../shell/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx';
import { Film } from '../../ui/film.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { durationText, many } from '../../words.ts';
import styles from './new.module.css';

const lengths = [
  { value: '20', label: 'About 20 seconds' },
  { value: '30', label: 'About 30 seconds' },
  { value: '45', label: 'About 45 seconds' },
  { value: '60', label: 'About a minute' },
  { value: '90', label: 'About a minute and a half' },
];
const maxPromptChars = 5_000;

type Draft = NonNullable<Awaited<ReturnType<typeof farm.draftStoryboard>>['data']>;

const roleNames: Readonly<Record<Draft['draft']['scenes'][number]['storyboardRole'], string>> = {
  hook: 'Hook',
  problem: 'Problem',
  solution: 'Solution',
  proof: 'Proof',
  cta: 'Call to action',
  transition: 'Transition',
};

/** How many drafts the plan still has this month; a draft in the console costs one of them and no credits. */
const DraftsLeft = () => {
  const drafts = useQuery(usageQuery).data?.features.find(({ feature }) => feature === 'storyboard_draft');
  if (drafts === undefined) return null;
  return (
    <span className={styles.quiet}>
      {drafts.remaining === null
        ? 'Counts against nothing: your plan has no limit on drafts.'
        : `Takes 1 of the ${many(drafts.remaining)} drafts that your plan has left this month. No credits.`}
    </span>
  );
};

/** A video from a prompt: a draft to look at, then the project. */
export const PromptPage = () => {
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState('');
  const [brandId, setBrandId] = useState('');
  const [brandUrl, setBrandUrl] = useState('');
  const [seconds, setSeconds] = useState('30');
  const brands = useQuery(brandsQuery).data ?? [];

  const draft = useMutation({
    mutationFn: () =>
      dataOf(
        farm.draftStoryboard({
          body: {
            prompt: prompt.trim(),
            targetDurationSeconds: Number(seconds),
            ...(brandId === '' ? {} : { brandId }),
            ...(brandId !== '' || brandUrl.trim() === '' ? {} : { brandUrl: brandUrl.trim() }),
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usageQuery.queryKey }),
  });
  const create = useMutation({
    mutationFn: async () => {
      if (draft.data === undefined) throw new Error('there is no draft');
      return await dataOf(farm.createProject({ body: draft.data.createPayload }));
    },
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['projects'] });
      void queryClient.invalidateQueries({ queryKey: ['brands'] });
      await navigate(paths.project(id));
    },
  });
  const problem = draft.error === null ? null : problemOf(draft.error);
  const isGated = problem?.code === 'FEATURE_NOT_IN_PLAN';

  return (
    <Page
      title="Video from a prompt"
      width="text"
      lead="Say what it is about and for whom. You get a storyboard to look at before anything is made."
      actions={<LinkButton to={paths.newProject()}>Choose templates instead</LinkButton>}
    >
      <div className={styles.prompt}>
        <Card>
          <form
            className={styles.prompt}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              draft.mutate();
            }}
          >
            <TextArea
              label="What is the video about?"
              rows={5}
              maxLength={maxPromptChars}
              value={prompt}
              onChange={setPrompt}
              placeholder="Acme turns support tickets into answers. For support leads who drown in tickets. 40% fewer replies by hand, live in a day. Ends with: try it free."
              hint="Any language. Numbers and lists are used as you write them."
              problem={fieldProblem(problem, 'prompt')}
            />
            <div className={styles.pair}>
              <SelectField
                label="Brand"
                value={brandId}
                onChange={setBrandId}
                options={[
                  { value: '', label: 'No stored brand' },
                  ...brands.map(({ id, name, domain }) => ({ value: id, label: name ?? domain ?? id })),
                ]}
              />
              <SelectField label="Length" value={seconds} onChange={setSeconds} options={lengths} />
            </div>
            {brandId === '' ? (
              <TextField
                label="Website (optional)"
                type="url"
                inputMode="url"
                placeholder="https://acme.example"
                value={brandUrl}
                onChange={setBrandUrl}
                hint="Its logo, colours and fonts are read when you create the video."
                problem={fieldProblem(problem, 'brandUrl')}
              />
            ) : null}
            <div className={styles.row}>
              <Button
                type="submit"
                look={draft.data === undefined ? 'primary' : 'plain'}
                icon={Sparkles}
                busy={draft.isPending}
                disabled={prompt.trim() === ''}
              >
                {draft.data === undefined ? 'Draft a storyboard' : 'Draft again'}
              </Button>
              <DraftsLeft />
            </div>
          </form>
        </Card>
        {isGated ? (
          <Notice
            tone="warn"
            title="Your plan has no storyboards from prompts"
            actions={
              <>
                <LinkButton size="s" to={paths.billing()}>
                  See plans
                </LinkButton>
                <LinkButton size="s" to={paths.newProject()}>
                  Choose templates yourself
                </LinkButton>
              </>
            }
          >
            Everything else works: choose templates and fill them in.
          </Notice>
        ) : (
          <ProblemNotice error={draft.error} />
        )}
        {draft.data === undefined ? null : (
          <Storyboard
            draft={draft.data}
            isBusy={create.isPending}
            error={create.error}
            onCreate={() => create.mutate()}
          />
        )}
      </div>
    </Page>
  );
};

interface StoryboardProps {
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onCreate: () => void;
}

const Storyboard = ({ draft: { draft, notes }, isBusy, error, onCreate }: StoryboardProps) => {
  const templates = useQuery(templatesQuery).data ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  // A draft that has come is read out, and shown where it begins.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [draft]);
  return (
    <section className={styles.prompt} aria-label="Storyboard">
      <header>
        <h2 ref={heading} tabIndex={-1} className={styles.storyTitle}>
          {draft.title}
        </h2>
        <p className={styles.quiet}>
          {draft.narrativeAngle} {durationText(draft.totalDurationSeconds)} in {draft.scenes.length} scenes.
        </p>
      </header>
      <ol className={styles.beats}>
        {draft.scenes.map((scene) => {
          const template = templates.find(({ id }) => id === scene.templateId);
          return (
            <li key={scene.order} className={styles.beat}>
              <Film picture={template?.thumbnailUrl ?? null} film={template?.previewVideoUrl ?? null} alt="" />
              <div className={styles.beatBody}>
                <p className={styles.row}>
                  <Badge>{roleNames[scene.storyboardRole]}</Badge>
                  <span className={styles.quiet}>
                    {scene.templateName}, {durationText(scene.durationSeconds)}
                  </span>
                </p>
                <p className={styles.screen}>{scene.onScreenText}</p>
                {scene.voiceover === '' ? null : <p className={styles.spoken}>“{scene.voiceover}”</p>}
                {scene.requiresUiCapture ? (
                  <p className={styles.quiet}>
                    <Camera size={13} aria-hidden /> {scene.captureHint ?? 'Shows a page that you capture next.'}
                  </p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
      {notes.length === 0 ? null : (
        <ul className={styles.quiet}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <ProblemNotice error={error} />
      <div className={styles.row}>
        <Button look="primary" busy={isBusy} onClick={onCreate}>
          Create this video
        </Button>
        <span className={styles.quiet}>You can change every word and picture next.</span>
      </div>
    </section>
  );
};
