import type { Project, PublishPlan, PublishStatus, Usage } from '@reelyard/shared/sdk/operations.gen.ts';
import { paths } from '../../paths.ts';
import type { Tone } from '../../ui/badge.tsx';
import { counted, many } from '../../words.ts';

/** Something that keeps a video from being published, and where it is mended. */
export interface Blocker {
  readonly text: string;
  readonly link: { readonly label: string; readonly to: string } | null;
}

type PlanProblem = PublishPlan['problems'][number];

/** The scene that a place like `scenes[2].parameters.headline` is in, and its layer. */
const placeOf = (path: string, project: Pick<Project, 'scenes'>) => {
  const [, index, key] = /^scenes\[(\d+)\](?:\.parameters\.(.+))?/.exec(path) ?? [];
  const scene = index === undefined ? undefined : project.scenes[Number(index)];
  return scene === undefined ? null : { scene, layer: key ?? null };
};

const sceneLink = (projectId: string, sceneId: string, layer: string | null): string =>
  `${paths.scene(projectId, sceneId)}${layer === null ? '' : `&layer=${encodeURIComponent(layer)}`}`;

/** Codes that are mended on another page than the scene's own. */
const elsewhere: Readonly<
  Record<string, { readonly text: string | null; readonly label: string; to(projectId: string): string }>
> = {
  MISSING_BRAND_ASSET: { text: null, label: 'To your brands', to: () => paths.brands() },
  PLAN_LIMIT_REACHED: { text: null, label: 'Raise the limit', to: () => paths.billing() },
  FEATURE_NOT_IN_PLAN: {
    text: 'Your plan has no 4K. Choose a lower quality, or another plan.',
    label: 'See plans',
    to: () => paths.billing(),
  },
  EXPORT_CONCURRENCY: { text: null, label: 'Your videos', to: () => paths.projects() },
};

/** What the API says for programs, without the addresses that only they need. */
const forPeople = (message: string): string =>
  message.replaceAll(/\s*(?:Get more at \S+|[^.]*\b(?:GET|POST|PATCH) \/\S+[^.]*)\.?/g, '').trim() ||
  'This cannot be published yet.';

/** Every problem of a plan as something that one can go and mend: one line for each scene that it names. */
export const blockersOf = (problems: readonly PlanProblem[], project: Pick<Project, 'id' | 'scenes'>): Blocker[] =>
  problems.flatMap((problem): Blocker[] => {
    const details = problem.details ?? [];
    const placed = details.flatMap((detail): Blocker[] => {
      const place = placeOf(detail.path, project);
      if (place === null) return [];
      const scene = `Scene ${place.scene.position + 1}`;
      if (detail.code === 'PENDING_CAPTURE') {
        return [
          {
            text: `${scene} shows a page that was not captured yet.`,
            link: { label: 'Capture a page', to: paths.captures(project.id, place.scene.id) },
          },
        ];
      }
      const there = elsewhere[detail.code];
      return [
        {
          text: `${scene}: ${forPeople(detail.message)}`,
          link: there
            ? { label: there.label, to: there.to(project.id) }
            : {
                label: `Open scene ${place.scene.position + 1}`,
                to: sceneLink(project.id, place.scene.id, place.layer),
              },
        },
      ];
    });
    if (placed.length > 0) return placed;
    const there = elsewhere[problem.code];
    return [
      {
        text: there?.text ?? forPeople(problem.message),
        link: there ? { label: there.label, to: there.to(project.id) } : null,
      },
    ];
  });

/**
 * What a publish takes of the plan: people who are signed in spend no credits, what they make counts against the plan's
 * month (S106); scenes that were drawn before and changed since have a limit of their own (N40).
 */
export const costText = (
  plan: Pick<PublishPlan, 'price' | 'scenes'>,
  usage: Pick<Usage, 'features'> | undefined,
): string => {
  const { rendered } = plan.price.scenes;
  const drawn = plan.scenes.filter((scene) => scene.plan === 'render');
  const isNew = ({ reasons }: PublishPlan['scenes'][number]): boolean =>
    reasons.some(({ code }) => code === 'NEW_SCENE');
  const left = (feature: Usage['features'][number]['feature'], what: string): string[] => {
    const remaining = usage?.features.find((each) => each.feature === feature)?.remaining;
    return remaining == null ? [] : [`${many(remaining)} ${what}`];
  };
  const takes = [rendered === 0 ? [] : [counted(rendered, 'scene render')], ['1 export']].flat().join(' and ');
  const remaining = [
    ...(rendered > 0 && drawn.some(isNew) ? left('scene_render', 'renders of new scenes') : []),
    ...(rendered > 0 && !drawn.every(isNew) ? left('scene_render_revision', 'renders of changed scenes') : []),
    ...left('export', 'exports'),
  ];
  const list = new Intl.ListFormat('en').format(remaining);
  return `Takes ${takes} of your plan’s month${list === '' ? '' : ` (left: ${list})`}. No credits.`;
};

type SceneState = PublishStatus['render']['scenes'][number]['state'];

export const sceneStateWords: Readonly<Record<SceneState, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Waiting', tone: 'plain' },
  blocked: { label: 'Blocked', tone: 'warn' },
  queued: { label: 'In the queue', tone: 'plain' },
  rendering: { label: 'Rendering', tone: 'accent' },
  done: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'warn' },
};

const waitingWords: Readonly<Record<NonNullable<PublishStatus['waiting']>['reason'], string>> = {
  NO_NODE_READY: 'No render node of this farm is ready. It starts as soon as one is.',
  NO_NODE_FOR_KIND: 'No node that is here can do this kind of work. An operator has to start one.',
  NO_NODE_FOR_CODEC: 'No node that is here can write this format. Cancel and try MP4, or wait for another node.',
  NO_NODE_FOR_VOICE: 'No node that is here has this voice. Cancel and choose another one, or wait.',
  NODES_BUSY: 'Every node is at work on something else.',
};

/** Why nothing moves, in a sentence; null where something does. */
export const waitingText = (waiting: PublishStatus['waiting']): string | null => {
  if (waiting === null) return null;
  const ahead = waiting.jobsAhead === 0 ? '' : ` ${counted(waiting.jobsAhead, 'job')} wait longer than yours.`;
  return `${waitingWords[waiting.reason]}${ahead}`;
};

/** How far the whole is: drawing the scenes is most of the work, putting them together the rest. */
export const overallPercent = ({
  phase,
  render,
  export: made,
}: Pick<PublishStatus, 'phase' | 'render' | 'export'>): number => {
  if (phase === 'completed') return 100;
  const renderShare = 0.8;
  const rendered = render.state === 'done' ? 100 : render.progressPercent;
  const exported = phase === 'exporting' ? (made?.progress ?? 0) : 0;
  return Math.round(rendered * renderShare + Math.min(100, exported) * (1 - renderShare));
};

export const isRunning = ({ phase }: Pick<PublishStatus, 'phase'>): boolean =>
  phase === 'rendering' || phase === 'exporting';
