import type { Project, Scene, Template } from '@reelyard/shared/sdk/operations.gen.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Camera, Plus, Replace, Trash2, TriangleAlert } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { dataOf, farm } from '../../api.ts';
import { templatesQuery } from '../../queries.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { durationText } from '../../words.ts';
import styles from './editor.module.css';
import { moved } from './scene-moves.ts';
import type { Editor } from './use-editor.ts';

interface SceneRailProps {
  readonly project: Project;
  readonly editor: Editor;
  readonly selectedId: string | undefined;
  readonly onSelect: (sceneId: string) => void;
  readonly onAdd: () => void;
  readonly onSwap: (scene: Scene) => void;
}

/** The scenes in their order: chosen by a click, moved by dragging, by Alt and an arrow key, or by the menu. */
export const SceneRail = ({ project, editor, selectedId, onSelect, onAdd, onSwap }: SceneRailProps) => {
  const templates = useQuery(templatesQuery).data ?? [];
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const byId = new Map(project.scenes.map((scene) => [scene.id, scene]));
  const ids = order ?? project.scenes.map(({ id }) => id);
  const scenes = ids.map((id) => byId.get(id)).filter((scene) => scene !== undefined);

  const move = async (from: number, to: number): Promise<void> => {
    const next = moved(ids, from, to);
    if (next === ids) return;
    setOrder(next);
    await editor.act((ifMatch) =>
      dataOf(farm.reorderScenes({ projectId: project.id, ifMatch, body: { sceneIds: next } })),
    );
    setOrder(null);
  };
  const remove = async (scene: Scene): Promise<void> => {
    const removed = await editor.act((ifMatch) =>
      dataOf(farm.deleteScene({ projectId: project.id, sceneId: scene.id, ifMatch })),
    );
    if (removed === null) return;
    const { templateId, title, voiceoverText, parameters, position } = scene;
    toast(`Scene ${position + 1} is deleted`, {
      action: {
        label: 'Undo',
        run: () =>
          void editor
            .act((ifMatch) =>
              dataOf(
                farm.addScene({
                  projectId: project.id,
                  ifMatch,
                  body: { templateId, title, voiceoverText, parameters, position },
                }),
              ),
            )
            .then((added) => added === null || onSelect(added.scene.id)),
      },
    });
  };

  return (
    <nav className={styles.rail} aria-label="Scenes">
      <ol>
        {scenes.map((scene, index) => (
          <li
            key={scene.id}
            draggable
            className={scene.id === dragged ? styles.dragged : undefined}
            onDragStart={(event: DragEvent) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(scene.id);
            }}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged !== null && dragged !== scene.id) setOrder(moved(ids, ids.indexOf(dragged), index));
            }}
            onDragEnd={() => {
              setDragged(null);
              const was = project.scenes.map(({ id }) => id);
              if (dragged === null || order === null || order.join() === was.join()) return setOrder(null);
              void editor
                .act((ifMatch) =>
                  dataOf(farm.reorderScenes({ projectId: project.id, ifMatch, body: { sceneIds: order } })),
                )
                .then(() => setOrder(null));
            }}
          >
            <SceneTile
              scene={scene}
              number={index + 1}
              template={templates.find(({ id }) => id === scene.templateId)}
              isSelected={scene.id === selectedId}
              onSelect={() => onSelect(scene.id)}
              onKeyDown={(event) => {
                const to = event.altKey ? { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key] : undefined;
                if (to === undefined) return;
                event.preventDefault();
                void move(index, to);
              }}
            />
            <Menu
              label={`Acts on scene ${index + 1}`}
              className={styles.tileMenu}
              items={[
                { label: 'Swap the template', icon: Replace, onSelect: () => onSwap(scene) },
                {
                  label: 'Move earlier',
                  icon: ArrowUp,
                  disabled: index === 0,
                  onSelect: () => void move(index, index - 1),
                },
                {
                  label: 'Move later',
                  icon: ArrowDown,
                  disabled: index === scenes.length - 1,
                  onSelect: () => void move(index, index + 1),
                },
                'line',
                {
                  label: 'Delete',
                  icon: Trash2,
                  danger: true,
                  disabled: scenes.length === 1,
                  onSelect: () => void remove(scene),
                },
              ]}
            />
          </li>
        ))}
      </ol>
      <Button icon={Plus} onClick={onAdd}>
        Add a scene
      </Button>
    </nav>
  );
};

interface TileProps {
  readonly scene: Scene;
  readonly number: number;
  readonly template: Template | undefined;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const SceneTile = ({ scene, number, template, isSelected, onSelect, onKeyDown }: TileProps) => (
  <button
    type="button"
    className={styles.tile}
    aria-current={isSelected ? 'true' : undefined}
    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
    onClick={onSelect}
    onKeyDown={onKeyDown}
  >
    <span className={styles.tilePicture}>
      {scene.previewUrl !== null && scene.state === 'done' ? (
        // The scene itself, as it was rendered, at a moment when its texts stand.
        <video
          src={`${scene.previewUrl}#t=${scene.durationSeconds / 2}`}
          muted
          playsInline
          preload="metadata"
          aria-hidden
          tabIndex={-1}
        />
      ) : template === undefined ? null : (
        <img src={template.thumbnailUrl} alt="" draggable={false} />
      )}
      <span className={styles.number}>{number}</span>
      {scene.captureState === 'pending' ? (
        <span className={styles.flag} title="Needs a page">
          <Camera size={13} aria-hidden />
          <span className="visually-hidden">Needs a page</span>
        </span>
      ) : scene.state === 'failed' ? (
        <span className={styles.flag} title="Failed">
          <TriangleAlert size={13} aria-hidden />
          <span className="visually-hidden">Failed</span>
        </span>
      ) : null}
    </span>
    <span className={styles.tileText}>
      <span>{scene.title ?? template?.name ?? 'Scene'}</span>
      <small>{durationText(scene.durationSeconds)}</small>
    </span>
  </button>
);
