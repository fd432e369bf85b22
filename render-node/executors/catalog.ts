import type { Executors } from '@reelyard/shared/node-runtime/executor.ts';
import type { ProvenVoices } from '../engine/narration/proven-voices.ts';
import { exportAssemble } from './export-assemble.ts';
import { narrationSynthesize } from './narration-synthesize.ts';
import { type SceneRenderDeps, sceneRender } from './scene-render.ts';

/** What a render node can run: a kind without an executor does not compile. */
export const renderExecutors = (deps: SceneRenderDeps & { readonly voices: ProvenVoices }): Executors<'render'> => ({
  'scene.render': sceneRender(deps),
  'narration.synthesize': narrationSynthesize(deps.voices),
  // Asked at each export: an encoder may have been lost since the start.
  'export.assemble': async (attempt) => await exportAssemble(deps.encoders.list())(attempt),
});
