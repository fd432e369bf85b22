import { narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import type { Project, Scene, TemplateDetail } from '@reelyard/shared/sdk/operations.gen.ts';
import { Camera } from 'lucide-react';
import { paths } from '../../paths.ts';
import { problemOf } from '../../problem.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './fields.module.css';
import { LayerField } from './layer-field.tsx';
import { layerGroups, missingTextKeys, narrationProblem, type SceneDraft } from './scene-draft.ts';
import { TypedTextArea, TypedTextField } from './typed-fields.tsx';

interface SceneFieldsProps {
  readonly project: Project;
  /** With what is not saved yet. */
  readonly scene: Scene;
  readonly template: TemplateDetail;
  /** What the farm refused of this scene; null where nothing. */
  readonly error: unknown;
  readonly onChange: (draft: SceneDraft) => void;
}

/** The farm's word on one place of a scene, for example `parameters.headline`. */
const refusedAt = (error: unknown, place: string): string | null =>
  error === null || error === undefined
    ? null
    : (problemOf(error).details.find(({ path }) => path === place || path.endsWith(`.${place}`))?.message ?? null);

/** Everything of a scene that one may change: its narration, its layers, the pages that it shows. */
export const SceneFields = ({ project, scene, template, error, onChange }: SceneFieldsProps) => {
  const filler = scene.title ?? scene.voiceoverText ?? project.title;
  const missing = missingTextKeys(template.layerMeta, scene, project.title);
  const overBudget = narrationProblem(scene.voiceoverText, scene.voiceoverCharLimit);
  return (
    <div className={styles.fields}>
      {template.requiresUiCapture ? <CaptureState project={project} scene={scene} template={template} /> : null}
      <div className={styles.group}>
        <TypedTextField
          label="Scene title (optional)"
          value={scene.title ?? ''}
          onChange={(title) => onChange({ title: title.trim() === '' ? null : title })}
          maxLength={200}
          hint="Fills texts below that are empty."
          problem={refusedAt(error, 'title')}
        />
        <TypedTextArea
          label="Narration (optional)"
          value={scene.voiceoverText ?? ''}
          onChange={(text) => onChange({ voiceoverText: text.trim() === '' ? null : text })}
          rows={2}
          placeholder="What the voice says during this scene"
          aside={`${narrationLength(scene.voiceoverText ?? '')} / ${scene.voiceoverCharLimit}`}
          hint="Empty: this scene is silent but for the music."
          problem={overBudget ?? refusedAt(error, 'voiceoverText')}
        />
      </div>
      {layerGroups(template.layerMeta).map(({ name, layers }) => (
        <section key={name} className={styles.group} aria-label={name}>
          <h3>{name}</h3>
          {layers.map(({ key, meta }) => (
            <LayerField
              key={key}
              layerKey={key}
              meta={meta}
              value={scene.parameters[key]}
              isFromBrand={scene.autoFilled.includes(key)}
              filler={filler}
              refused={
                refusedAt(error, `parameters.${key}`) ??
                (missing.includes(key) ? 'Needs a text: nothing else fills it.' : null)
              }
              onChange={(value) => onChange({ parameters: { [key]: value } })}
            />
          ))}
        </section>
      ))}
    </div>
  );
};

const CaptureState = ({ project, scene, template }: Pick<SceneFieldsProps, 'project' | 'scene' | 'template'>) => {
  const isReady = scene.captureState === 'ready';
  const [first] = scene.captures;
  const button = (
    <LinkButton size="s" icon={Camera} to={paths.captures(project.id, scene.id)}>
      {isReady ? 'Show another page' : 'Capture a page'}
    </LinkButton>
  );
  return (
    <div className={styles.capture}>
      {isReady ? (
        <>
          {first === undefined ? null : (
            <img src={first.screenshotUrl} alt={`The page of ${first.host || 'your picture'}`} />
          )}
          {button}
        </>
      ) : (
        <Notice tone="warn" title="This scene shows a page of yours" actions={button}>
          {template.uiCaptureSlots.map(({ label }) => label).join(', ')}: not captured yet. It cannot be published
          before.
        </Notice>
      )}
    </div>
  );
};
