import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { SceneFailure } from '@reelyard/shared/scene/scene-failure.ts';
import type { Project, Scene } from '@reelyard/shared/sdk/operations.gen.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { problemOf } from '../problem.ts';
import { IconButton } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { loadEngine } from './engine.ts';
import { askPreview, isEdited, readFile, readTemplate, type SceneEdits } from './farm-files.ts';
import type { PreviewInputs } from './preview-inputs.ts';
import { openPreview, type PreviewSession, type PreviewState } from './preview-session.ts';
import styles from './scene-preview.module.css';
import { withTypedTexts } from './typed-texts.ts';

interface ScenePreviewProps {
  readonly projectId: string;
  /** As it is saved; the preview asks again where `inputHash` changes. */
  readonly scene: Pick<Scene, 'id' | 'inputHash'>;
  /** What is not saved yet. */
  readonly edits: SceneEdits;
  /** Of the project. */
  readonly aspectRatio: Project['aspectRatio'];
  /** Shown until the first frame is drawn. */
  readonly poster?: string | null;
}

/** Typing asks the farm this long after the last key; plain texts are drawn at once. */
const askAfterMs = 350;

const useSettled = <T,>(value: T, isUrgent: boolean): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), isUrgent ? 0 : askAfterMs);
    return () => clearTimeout(timer);
  }, [value, isUrgent]);
  return settled;
};

/** What the scene is drawn from: as saved, or as the farm says that it would be after the edit. */
const usePreviewInputs = (projectId: string, scene: ScenePreviewProps['scene'], edits: SceneEdits) => {
  const editsJson = JSON.stringify(edits);
  const settledJson = useSettled(editsJson, !isEdited(edits));
  const answer = useQuery({
    queryKey: ['scene-preview', projectId, scene.id, scene.inputHash, settledJson],
    queryFn: ({ signal }) => askPreview(projectId, scene.id, JSON.parse(settledJson) as SceneEdits, signal),
    placeholderData: (before, query) => (query?.queryKey[2] === scene.id ? before : undefined),
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const templateUrl = answer.data?.templateUrl;
  const template = useQuery({
    queryKey: ['template-file', templateUrl],
    queryFn: () => readTemplate(templateUrl ?? ''),
    enabled: templateUrl !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const inputs = useMemo((): PreviewInputs | null => {
    if (answer.data === undefined || template.data === undefined || template.isPlaceholderData) return null;
    const file = template.data;
    const values = withTypedTexts(answer.data.values as LayerValues, JSON.parse(editsJson) as SceneEdits);
    const { fps, watermark } = answer.data;
    return { template: { ...file, scene: () => file.scene }, values, fps, watermark };
  }, [answer.data, template.data, template.isPlaceholderData, editsJson]);
  const pending = answer.data?.problems[0]?.message ?? null;
  return { inputs, pending, error: answer.error ?? template.error };
};

/** What a person reads of a scene that cannot be drawn. */
const messageOf = (problem: unknown): string =>
  problem instanceof SceneFailure ? problem.message : problemOf(problem).title;

const secondsText = (frame: number, fps: number): string => (frame / fps).toFixed(1);

const nothing: PreviewState = { scene: null, problem: null, isPlaying: false };

const LivePreview = ({ projectId, scene, edits, aspectRatio, poster = null }: ScenePreviewProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<PreviewSession | null>(null);
  const [state, setState] = useState<PreviewState>(nothing);
  const [frame, setFrame] = useState(0);
  const [engineProblem, setEngineProblem] = useState<unknown>(null);
  const [contexts, setContexts] = useState(0);
  const { inputs, pending, error } = usePreviewInputs(projectId, scene, edits);

  useEffect(() => {
    const box = host.current;
    if (box === null) return undefined;
    // A canvas of its own for every session: a context that is gone does not come back.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    let opened: PreviewSession | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => opened?.setBoxHeight(box.clientHeight * devicePixelRatio));
    loadEngine()
      .then((engine) => {
        if (isGone) return;
        opened = openPreview(engine, canvas, readFile, { onState: setState, onFrame: setFrame });
        opened.setBoxHeight(box.clientHeight * devicePixelRatio);
        canvas.addEventListener('webglcontextlost', () => !isGone && setContexts((count) => count + 1));
        observer.observe(box);
        box.append(canvas);
        setEngineProblem(null);
        setSession(opened);
      })
      .catch(setEngineProblem);
    return () => {
      isGone = true;
      observer.disconnect();
      opened?.close();
      canvas.remove();
      setSession(null);
      setState(nothing);
    };
  }, [contexts]);

  useEffect(() => {
    if (session !== null && inputs !== null) session.show(inputs);
  }, [session, inputs]);

  const { scene: shown, isPlaying } = state;
  const problem = engineProblem ?? error ?? state.problem;
  const message = problem === null ? pending : messageOf(problem);
  return (
    <div className={styles.preview}>
      <div
        className={styles.picture}
        style={{ aspectRatio: aspectRatio.replace(':', ' / ') }}
        ref={host}
        role="img"
        aria-label="Preview of the scene"
      >
        {shown === null && poster !== null && <img className={styles.poster} src={poster} alt="" />}
        {shown === null && problem === null && (
          <div className={styles.loading}>
            <Spinner label="Drawing the preview" />
          </div>
        )}
        {message !== null && (
          <p className={styles.message} role="status">
            {message}
          </p>
        )}
      </div>
      <div className={styles.controls}>
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause' : 'Play'}
          disabled={shown === null}
          onClick={() => (isPlaying ? session?.pause() : session?.play())}
        />
        <input
          className={styles.scrubber}
          type="range"
          min={0}
          max={shown === null ? 1 : shown.frameCount - 1}
          step={1}
          value={shown === null ? 0 : frame}
          disabled={shown === null}
          aria-label="Position in the scene"
          aria-valuetext={shown === null ? undefined : `${secondsText(frame, shown.fps)} seconds`}
          onChange={({ currentTarget }) => session?.seek(currentTarget.valueAsNumber)}
        />
        <span className={styles.time}>
          {shown === null ? '' : `${secondsText(frame, shown.fps)} / ${secondsText(shown.frameCount, shown.fps)} s`}
        </span>
      </div>
    </div>
  );
};

/** The live picture of a scene: what a render of it will show, drawn in this page by the same code. */
export const ScenePreview = (props: ScenePreviewProps) => <LivePreview key={props.scene.id} {...props} />;
