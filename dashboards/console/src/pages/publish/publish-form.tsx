import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { Project, PublishPlan } from '@reelyard/shared/sdk/operations.gen.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Film, Send } from 'lucide-react';
import { useState } from 'react';
import { dataOf, farm, queryClient } from '../../api.ts';
import { publishStatusQuery, templatesQuery } from '../../queries.ts';
import { usageQuery } from '../../shell/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Notice, ProblemNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { durationText, etaText } from '../../words.ts';
import styles from './publish.module.css';
import { blockersOf, costText } from './publish-words.ts';
import { refreshAfterPublish } from './use-publish-status.ts';

type Quality = PublishPlan['quality'];
type Format = PublishPlan['format'];

interface PublishFormProps {
  readonly project: Project;
  /** A video is there already. */
  readonly isAgain: boolean;
}

/** What would be made, what it takes, what stands in its way, and the button that does it. */
export const PublishForm = ({ project, isAgain }: PublishFormProps) => {
  const [quality, setQuality] = useState<Quality | 'best'>('best');
  const [format, setFormat] = useState<Format>('mp4');
  const [includeMusic, setMusic] = useState(true);
  const hasNarration = project.scenes.some(({ voiceoverText }) => voiceoverText !== null);
  const [includeVoiceover, setVoiceover] = useState(hasNarration);
  const [includeSoundEffects, setEffects] = useState(true);
  const body = {
    ...(quality === 'best' ? {} : { quality }),
    format,
    includeMusic,
    includeSoundEffects,
    ...(hasNarration ? { includeVoiceover } : {}),
  };
  const plan = useQuery({
    queryKey: ['publish-plan', project.id, project.revision, body],
    queryFn: () => dataOf(farm.planPublish({ projectId: project.id, body })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const usage = useQuery(usageQuery).data;
  const publish = useMutation({
    mutationFn: (planId: string) => dataOf(farm.publishProject({ projectId: project.id, body: { ...body, planId } })),
    onSuccess: async () => {
      await queryClient.refetchQueries(publishStatusQuery(project.id));
      await refreshAfterPublish(project.id);
      scrollTo({ top: 0 });
    },
    onError: (error) => {
      // What the plan said does not hold any more: the new one stands beside the words that say what changed.
      if (error instanceof ApiError && error.statusCode === 409) void plan.refetch();
    },
  });

  return (
    <div className={styles.split}>
      <Card title={isAgain ? 'Publish again' : 'What is made'}>
        <div className={styles.pair}>
          <SelectField
            label="Quality"
            value={quality}
            onChange={(value) => setQuality(value as Quality | 'best')}
            options={[
              { value: 'best', label: 'Full HD, or the best of your plan' },
              { value: '720p', label: '720p' },
              { value: '1080p', label: '1080p (Full HD)' },
              { value: '4K', label: '4K' },
            ]}
          />
          <SelectField
            label="File"
            value={format}
            onChange={(value) => setFormat(value as Format)}
            options={[
              { value: 'mp4', label: 'MP4, plays everywhere' },
              { value: 'webm', label: 'WebM, for the web' },
            ]}
          />
        </div>
        <SwitchField
          label="Music"
          hint={
            plan.data?.music.title == null
              ? undefined
              : `“${plan.data.music.title}” by ${plan.data.music.artist ?? 'the library'}`
          }
          value={includeMusic}
          onChange={setMusic}
        />
        <SwitchField
          label="Narration"
          hint={hasNarration ? (plan.data?.voice?.name ?? undefined) : 'No scene has a narration.'}
          value={hasNarration && includeVoiceover}
          disabled={!hasNarration}
          onChange={setVoiceover}
        />
        <SwitchField label="Sound effects" value={includeSoundEffects} onChange={setEffects} />
      </Card>
      <Card title="Before you publish">
        <QueryState query={plan} loading={<Skeleton height={180} />}>
          {(data) => (
            <>
              <PlanSummary project={project} plan={data} />
              {isThere(data) ? (
                <p className={styles.cost}>Nothing changed since: this video is there already, and takes nothing.</p>
              ) : (
                <>
                  <p className={styles.cost}>{costText(data, usage)}</p>
                  {data.etaSeconds === null ? null : (
                    <p className={styles.quiet}>Ready in {etaText(data.etaSeconds)?.replace(/ left$/, '')}.</p>
                  )}
                </>
              )}
              <Blockers project={project} plan={data} />
              <ProblemNotice error={publish.error} />
              <Button
                look={isThere(data) ? 'plain' : 'primary'}
                icon={Send}
                busy={publish.isPending || plan.isPlaceholderData}
                disabled={data.planId === null}
                onClick={() => data.planId !== null && publish.mutate(data.planId)}
              >
                {isThere(data) ? 'Show that video' : isAgain ? 'Publish again' : 'Publish'}
              </Button>
            </>
          )}
        </QueryState>
      </Card>
    </div>
  );
};

/** The same film was made before and its file is still there. */
const isThere = ({ existing }: PublishPlan): boolean => existing?.state === 'completed';

const PlanSummary = ({ project, plan }: { readonly project: Project; readonly plan: PublishPlan }) => {
  const templates = useQuery(templatesQuery).data ?? [];
  const seconds = project.scenes.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  return (
    <>
      <p className={styles.facts}>
        <Film size={16} aria-hidden />
        <span>
          {durationText(seconds)}, {plan.quality} {plan.format.toUpperCase()}
        </span>
        {plan.watermark ? <Badge tone="warn">With a watermark</Badge> : null}
        {plan.quality === plan.requestedQuality ? null : (
          <Badge tone="warn">{plan.requestedQuality} is not in your plan</Badge>
        )}
      </p>
      <ol className={styles.scenes} aria-label="Scenes">
        {plan.scenes.map(({ sceneId, position, plan: what, reasons }) => {
          const scene = project.scenes.find(({ id }) => id === sceneId);
          const template = templates.find(({ id }) => id === scene?.templateId);
          return (
            <li key={sceneId} title={reasons.map(({ message }) => message).join(' ')}>
              <span>
                {position + 1}. {scene?.title ?? template?.name ?? 'Scene'}
              </span>
              {what === 'reuse' ? <Badge tone="good">Ready already</Badge> : <Badge>Renders</Badge>}
            </li>
          );
        })}
      </ol>
    </>
  );
};

const Blockers = ({ project, plan }: { readonly project: Project; readonly plan: PublishPlan }) => {
  const blockers = blockersOf(plan.problems, project);
  if (blockers.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={blockers.length === 1 ? 'One thing is missing' : `${blockers.length} things are missing`}
    >
      <ul className={styles.failures}>
        {blockers.map(({ text, link }) => (
          <li key={`${text} ${link?.to ?? ''}`}>
            <span>{text}</span>
            {link === null ? null : (
              <LinkButton size="s" to={link.to}>
                {link.label}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
