import type { ReelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { dim, green, red, say, seconds } from '../terminal.ts';
import { liveLines, progressLines, type SceneLabel, timeLeft } from './progress-view.ts';
import { doneShare, type PublishStatus } from './publish-status.ts';

const drawEveryMs = 200;
const sayEveryMs = 5_000;

export interface PublishTimes {
  readonly scenesMs: number;
  readonly exportMs: number;
}

interface Screen {
  show(status: PublishStatus, elapsedMs: number): void;
  close(): void;
}

/**
 * Follows a publish to its end and shows it: bars on a terminal, a line now and then elsewhere.
 * Throws when a scene or the export fails; the message names every failure.
 */
export async function watchPublish(
  client: Pick<ReelyardClient, 'waitForPublish'>,
  projectId: string,
  labels: readonly SceneLabel[],
  signal: AbortSignal,
): Promise<{ status: PublishStatus; times: PublishTimes }> {
  const startedAtMs = performance.now();
  let exportingAtMs: number | null = null;
  let latest: PublishStatus | null = null;
  const screen = process.stdout.isTTY ? barScreen(labels) : lineScreen(labels);
  const onStatus = (status: PublishStatus): void => {
    latest = status;
    if (status.phase !== 'rendering') exportingAtMs ??= performance.now();
    screen.show(status, performance.now() - startedAtMs);
  };
  // The clock on a terminal goes on between two statuses.
  const redraw = setInterval(() => {
    if (latest !== null && process.stdout.isTTY) screen.show(latest, performance.now() - startedAtMs);
  }, drawEveryMs);
  try {
    const status = await client.waitForPublish(projectId, { onStatus, signal });
    if (status.phase !== 'completed') throw new Error(failureText(status, labels));
    const endedAtMs = performance.now();
    const borderMs = exportingAtMs ?? endedAtMs;
    return { status, times: { scenesMs: borderMs - startedAtMs, exportMs: endedAtMs - borderMs } };
  } finally {
    clearInterval(redraw);
    screen.close();
  }
}

function barScreen(labels: readonly SceneLabel[]): Screen {
  const lines = liveLines(process.stdout);
  return {
    show: (status, elapsedMs) => lines.draw(progressLines(status, labels, elapsedMs, process.stdout.columns)),
    close: () => lines.leave(),
  };
}

/** Every end of a scene and every change of phase at once; between them how far the whole is. */
function lineScreen(labels: readonly SceneLabel[]): Screen {
  const told = new Map<string, string>();
  let phase = '';
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return {
    show(status, elapsedMs) {
      for (const { sceneId, position, state, reused } of status.render.scenes) {
        const known = told.get(sceneId);
        told.set(sceneId, state);
        if (known === state || (state !== 'done' && state !== 'failed')) continue;
        const mark = state === 'done' ? green('✓') : red('✗');
        say(
          `  ${mark} scene ${position + 1}, ${labels[position]?.title ?? ''}: ${reused === true ? 'reused' : state} after ${seconds(elapsedMs)}`,
        );
      }
      if (status.phase === 'exporting' && phase !== 'exporting') say('  joining the scenes, mixing music and voice');
      phase = status.phase;
      if (elapsedMs - saidAtMs < sayEveryMs || phase === 'completed') return;
      saidAtMs = elapsedMs;
      const share = doneShare(
        status,
        labels.map((label) => label.durationSeconds),
      );
      const left = timeLeft(status, labels, elapsedMs);
      say(dim(`  ${String(Math.floor(share * 100)).padStart(3)} %${left === '' ? '' : `, ${left}`}`));
    },
    close: () => {},
  };
}

function failureText(status: PublishStatus, labels: readonly SceneLabel[]): string {
  const scenes = status.render.scenes
    .filter((scene) => scene.state === 'failed')
    .map(
      (scene) =>
        `  scene ${scene.position + 1}, ${labels[scene.position]?.title ?? ''}: ${scene.error ?? 'no reason given'}`,
    );
  const exported = status.export?.errorMessage;
  return [
    `The publish ended as ${status.phase}: ${status.message}`,
    ...scenes,
    ...(exported === null || exported === undefined ? [] : [`  export: ${exported}`]),
  ].join('\n');
}
