/** How a publish may end (S110). */
export const endPhases = ['completed', 'failed', 'render_failed'] as const;
export type EndPhase = (typeof endPhases)[number];

/** What a callback tells of a publish (S111); addresses are signed when it is sent, so that they are fresh. */
export interface PublishFacts {
  readonly requestId: string;
  readonly projectId: string;
  readonly videoUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly durationSeconds: number | null;
  /** Null where no export was queued. */
  readonly export: {
    readonly id: string;
    readonly status: string;
    readonly quality: string;
    readonly format: string;
    readonly errorMessage: string | null;
  } | null;
  readonly render: {
    readonly failures: readonly unknown[];
    readonly scenes: readonly {
      readonly sceneId: string;
      readonly state: string;
      readonly previewUrl: string | null;
    }[];
  };
}

export interface Sending {
  readonly phase: EndPhase;
  /** From 1. */
  readonly attempt: number;
  readonly sentAt: Date;
}

/** N44: `publish.completed`, `publish.failed`, `publish.render_failed`. */
export const eventOf = (phase: EndPhase): string => `publish.${phase}`;

/** S111: the body of one attempt, as the bytes that are signed and sent. */
export const callbackBody = (facts: PublishFacts, { phase, attempt, sentAt }: Sending): Buffer => {
  const { requestId, projectId, videoUrl, thumbnailUrl, durationSeconds, render } = facts;
  const scenes = render.scenes.map(({ sceneId, state, previewUrl }) => ({ sceneId, state, previewUrl }));
  const body = {
    event: eventOf(phase),
    requestId,
    projectId,
    phase,
    videoUrl,
    thumbnailUrl,
    durationSeconds,
    export: facts.export,
    render: { failures: render.failures, scenes },
    attempt,
    sentAt: sentAt.toISOString(),
  };
  return Buffer.from(JSON.stringify(body), 'utf8');
};
