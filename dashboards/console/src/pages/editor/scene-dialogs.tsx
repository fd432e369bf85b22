import type { Project, Scene, Template } from '@reelyard/shared/sdk/operations.gen.ts';
import { Plus, Replace } from 'lucide-react';
import { useState } from 'react';
import { dataOf, farm } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { counted } from '../../words.ts';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import type { Editor } from './use-editor.ts';

interface AddProps {
  readonly project: Project;
  readonly editor: Editor;
  /** After which scene; the end where none is given. */
  readonly after: Scene | undefined;
  readonly onAdded: (sceneId: string) => void;
  readonly onClose: () => void;
}

export const AddSceneDialog = ({ project, editor, after, onAdded, onClose }: AddProps) => {
  const [isBusy, setBusy] = useState(false);
  const add = async (template: Template): Promise<void> => {
    setBusy(true);
    const position = after === undefined ? project.scenes.length : after.position + 1;
    const added = await editor.act((ifMatch) =>
      dataOf(farm.addScene({ projectId: project.id, ifMatch, body: { templateId: template.id, position } })),
    );
    onClose();
    if (added !== null) onAdded(added.scene.id);
  };
  return (
    <Dialog title="Add a scene" size="l" onClose={onClose}>
      <TemplateGallery
        ratio={project.aspectRatio}
        isBusy={isBusy}
        act={{ label: 'Add', icon: Plus, onPick: (template) => void add(template) }}
      />
    </Dialog>
  );
};

interface SwapProps {
  readonly project: Project;
  readonly scene: Scene;
  readonly editor: Editor;
  /** How the keys of the present template are called. */
  readonly labelOf: (key: string) => string;
  readonly onClose: () => void;
}

/** Another template for a scene; says afterwards what came along and what did not, with a way back. */
export const SwapTemplateDialog = ({ project, scene, editor, labelOf, onClose }: SwapProps) => {
  const [isBusy, setBusy] = useState(false);
  const back = (): void =>
    void editor.act((ifMatch) =>
      dataOf(
        farm.switchSceneTemplate({
          projectId: project.id,
          sceneId: scene.id,
          ifMatch,
          body: { templateId: scene.templateId, parameters: scene.parameters },
        }),
      ),
    );
  const swap = async (template: Template): Promise<void> => {
    setBusy(true);
    const swapped = await editor.act((ifMatch) =>
      dataOf(
        farm.switchSceneTemplate({
          projectId: project.id,
          sceneId: scene.id,
          ifMatch,
          body: { templateId: template.id },
        }),
      ),
    );
    onClose();
    if (swapped === null) return;
    const dropped = swapped.droppedKeys.map(labelOf);
    const said = [
      `Now “${template.name}”.`,
      swapped.carriedOver.length === 0 ? null : `${counted(swapped.carriedOver.length, 'value')} carried over.`,
      dropped.length === 0 ? null : `Left behind: ${dropped.join(', ')}.`,
      swapped.captureInvalidated ? 'Its page has to be captured again.' : null,
    ];
    toast(said.filter((part) => part !== null).join(' '), { action: { label: 'Undo', run: back } });
  };
  return (
    <Dialog title="Swap the template" size="l" onClose={onClose}>
      <p>
        What fits the new template is carried over: texts, pictures and colours of the same layers, and the narration.
      </p>
      <TemplateGallery
        ratio={project.aspectRatio}
        isBusy={isBusy}
        act={{ label: 'Use this', icon: Replace, onPick: (template) => void swap(template) }}
      />
    </Dialog>
  );
};
