import { loadEngine } from '../engine.ts';
import { readFile, readTemplate } from '../farm-files.ts';
import type { PreviewInputs } from '../preview-inputs.ts';
import { openPreview, type PreviewSession, type PreviewState } from '../preview-session.ts';
import type { DrawnScene, GivenPreview } from './page-types.ts';

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
  return btoa(text);
};

let open: { session: PreviewSession; next: () => Promise<PreviewState> } | null = null;

const openSession = async (heightPx: number): Promise<NonNullable<typeof open>> => {
  const engine = await loadEngine();
  const canvas = document.createElement('canvas');
  document.body.append(canvas);
  let settle: ((state: PreviewState) => void) | null = null;
  const session = openPreview(engine, canvas, readFile, { onState: (state) => settle?.(state), onFrame: () => {} });
  session.setBoxHeight(heightPx);
  const next = (): Promise<PreviewState> =>
    new Promise((resolve) => {
      settle = resolve;
    });
  return { session, next };
};

/** Shows the scene as the console does and reads frames back; throws what the preview would say. */
const drawScene = async (given: GivenPreview, heightPx: number, frames: readonly number[]): Promise<DrawnScene> => {
  open ??= await openSession(heightPx);
  const { session, next } = open;
  const file = await readTemplate(given.templateUrl);
  const values = given.values as PreviewInputs['values'];
  const settled = next();
  session.show({ template: { ...file, scene: () => file.scene }, values, fps: given.fps, watermark: given.watermark });
  const { problem, scene } = await settled;
  if (problem !== null || scene === null) throw problem;
  const drawn: Record<number, string> = {};
  for (const frame of frames) {
    session.seek(frame);
    drawn[frame] = base64(session.pixels());
  }
  return { frames: drawn, drawsWith: session.drawsWith };
};
globalThis.drawScene = drawScene;
