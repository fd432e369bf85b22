import type { Project, Scene, TemplateDetail } from '@reelyard/shared/sdk/operations.gen.ts';
import { lazy, Suspense, useMemo } from 'react';
import styles from './editor.module.css';
import { type SceneDraft, sendableDraft } from './scene-draft.ts';

// The drawing engine is most of the console's bytes: only who edits loads it.
const ScenePreview = lazy(async () => ({ default: (await import('../../preview/scene-preview.tsx')).ScenePreview }));

interface StageProps {
  readonly project: Pick<Project, 'id' | 'aspectRatio'>;
  /** As it is saved. */
  readonly scene: Scene;
  readonly draft: SceneDraft;
  readonly template: TemplateDetail;
}

/** The scene as it would be rendered now, what is not saved yet included; what a field complains about is left out. */
export const Stage = ({ project, scene, draft, template }: StageProps) => {
  const { voiceoverCharLimit } = scene;
  const edits = useMemo(
    () => sendableDraft(draft, template.layerMeta, voiceoverCharLimit),
    [draft, template.layerMeta, voiceoverCharLimit],
  );
  return (
    <div className={styles.stage}>
      <Suspense
        fallback={
          <img
            className={styles.poster}
            src={template.thumbnailUrl}
            alt=""
            width={template.width}
            height={template.height}
          />
        }
      >
        <ScenePreview
          projectId={project.id}
          scene={scene}
          edits={edits}
          aspectRatio={project.aspectRatio}
          poster={template.thumbnailUrl}
        />
      </Suspense>
    </div>
  );
};
