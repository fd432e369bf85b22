import { type FillableTemplate, fillTemplate } from '@reelyard/shared/scene/fill-template.ts';
import { type ChooseFonts, fontChooser } from '@reelyard/shared/scene/font-chooser.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import type { ScenePlatform } from '@reelyard/shared/scene/scene-platform.ts';
import { browserFonts, browserPlatform, type ReadFile } from './browser-platform.ts';
import type { Engine } from './engine.ts';
import { drawingSize, type PreviewInputs } from './preview-inputs.ts';
import { type ScenePlayer, scenePlayer } from './scene-player.ts';

/** What a preview shows, without its pixels. */
export interface PreviewState {
  /** Of the scene that is shown; null until the first is. */
  readonly scene: Pick<PreparedScene, 'frameCount' | 'fps' | 'posterFrame'> | null;
  /** Why what was asked for last cannot be drawn; the scene before it is shown on. */
  readonly problem: unknown;
  readonly isPlaying: boolean;
}

export interface PreviewListener {
  readonly onState: (state: PreviewState) => void;
  /** Told of every frame that is drawn. */
  readonly onFrame: (frame: number) => void;
}

/** The live picture of one scene in one canvas. */
export interface PreviewSession {
  /** Draws other inputs, at the frame that is shown. While one filling runs only the newest of those that come is kept. */
  show(inputs: PreviewInputs): void;
  /** Height of the box in device pixels. */
  setBoxHeight(heightPx: number): void;
  play(): void;
  pause(): void;
  seek(frame: number): void;
  /** The frame that is shown, as straight RGBA. */
  pixels(): Uint8Array;
  readonly drawsWith: ScenePlayer['drawsWith'];
  close(): void;
}

interface SharedFonts {
  readonly files: Pick<ScenePlatform, 'fontRanges' | 'loadFont'>;
  readonly choose: ChooseFonts;
}

const fontsOfEngine = new WeakMap<Engine, SharedFonts>();

/** Fonts are fetched once for the page, whatever scenes are looked at. */
const fontsOf = (engine: Engine, read: ReadFile): SharedFonts => {
  const known = fontsOfEngine.get(engine);
  if (known !== undefined) return known;
  const files = browserFonts(engine, read);
  const shared = { files, choose: fontChooser(files) };
  fontsOfEngine.set(engine, shared);
  return shared;
};

export const openPreview = (
  engine: Engine,
  canvas: HTMLCanvasElement,
  read: ReadFile,
  { onState, onFrame }: PreviewListener,
): PreviewSession => {
  const player = scenePlayer(engine, canvas);
  const fonts = fontsOf(engine, read);
  const platform = browserPlatform(engine, fonts.files, read);
  let state: PreviewState = { scene: null, problem: null, isPlaying: false };
  let waiting: PreviewInputs | null = null;
  let shown: PreviewInputs | null = null;
  let isFilling = false;
  let isClosed = false;
  let boxHeightPx = 1;
  let frame: number | null = null;
  let ticket = 0;

  const change = (changed: Partial<PreviewState>): void => {
    state = { ...state, ...changed };
    onState(state);
  };

  const draw = (next: number): void => {
    frame = next;
    player.draw(next);
    onFrame(next);
  };

  const sizeFor = (template: FillableTemplate) => drawingSize(template.scene(), boxHeightPx);

  const fill = async (inputs: PreviewInputs): Promise<void> => {
    if (isClosed) return;
    platform.begin();
    try {
      const prepared = await fillTemplate(platform, fonts.choose, { ...inputs, ...sizeFor(inputs.template) });
      if (isClosed) return;
      player.open(prepared, platform.used());
      const { frameCount, fps, posterFrame } = prepared;
      change({ scene: { frameCount, fps, posterFrame }, problem: null });
      draw(Math.min(frame ?? posterFrame, frameCount - 1));
    } catch (problem) {
      if (!isClosed) change({ problem });
    }
  };

  const fillWaiting = async (): Promise<void> => {
    if (isFilling) return;
    isFilling = true;
    for (let inputs = waiting; inputs !== null; inputs = waiting) {
      waiting = null;
      await fill(inputs);
    }
    isFilling = false;
  };

  const pause = (): void => {
    cancelAnimationFrame(ticket);
    if (state.isPlaying) change({ isPlaying: false });
  };

  const play = (): void => {
    const { scene } = state;
    if (scene === null || state.isPlaying) return;
    // What stands still is the poster: a film begins at its beginning.
    const first = frame === null || frame === scene.posterFrame || frame >= scene.frameCount - 1 ? 0 : frame;
    let startedAtMs: number | null = null;
    let drawn = -1;
    const step = (nowMs: number): void => {
      const playing = state.scene;
      if (playing === null || isClosed) return;
      startedAtMs ??= nowMs;
      const passed = Math.floor(((nowMs - startedAtMs) * playing.fps) / 1_000);
      const next = (first + passed) % playing.frameCount;
      if (next !== drawn) draw(next);
      drawn = next;
      ticket = requestAnimationFrame(step);
    };
    change({ isPlaying: true });
    ticket = requestAnimationFrame(step);
  };

  return {
    drawsWith: player.drawsWith,
    show: (inputs) => {
      shown = inputs;
      waiting = inputs;
      void fillWaiting();
    },
    setBoxHeight: (heightPx) => {
      const before = shown && sizeFor(shown.template).heightPx;
      boxHeightPx = heightPx;
      if (shown === null || sizeFor(shown.template).heightPx === before) return;
      waiting ??= shown;
      void fillWaiting();
    },
    play,
    pause,
    seek: (next) => {
      pause();
      if (state.scene !== null) draw(Math.min(Math.max(0, Math.round(next)), state.scene.frameCount - 1));
    },
    pixels: () => player.pixels(),
    close: () => {
      isClosed = true;
      cancelAnimationFrame(ticket);
      player.close();
    },
  };
};
