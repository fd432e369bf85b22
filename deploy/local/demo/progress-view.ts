import { stripVTControlCharacters } from 'node:util';
import { bold, dim, green, red, seconds } from '../terminal.ts';
import { doneShare, type PublishStatus, remainingMs, type SceneStatus, scenePercent } from './publish-status.ts';

export interface SceneLabel {
  readonly title: string;
  readonly durationSeconds: number;
}

const barCells = 24;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of 24 cells, filled to an eighth of a cell. */
export function bar(percent: number): string {
  const filled = Math.max(0, Math.min(barCells, (percent / 100) * barCells));
  const whole = Math.floor(filled);
  const drawn = '█'.repeat(whole) + (whole < barCells ? (eighths[Math.floor((filled - whole) * 8)] ?? '') : '');
  return `${green(drawn)}${dim('·'.repeat(barCells - drawn.length))}`;
}

const sceneWord = (scene: SceneStatus): string => {
  if (scene.reused === true) return dim('reused');
  if (scene.state === 'failed') return red('failed');
  if (scene.state === 'done') return green('done');
  if (scene.state === 'rendering') return `${String(Math.floor(scenePercent(scene))).padStart(2)} %`;
  return dim('waiting');
};

const exportWord = ({ phase, export: file }: PublishStatus): string => {
  if (phase === 'completed') return green('done');
  if (phase === 'failed') return red('failed');
  if (phase === 'exporting') return `${String(Math.floor(file?.progress ?? 0)).padStart(2)} %`;
  return dim('waiting');
};

export const timeLeft = (status: PublishStatus, labels: readonly SceneLabel[], elapsedMs: number): string => {
  const share = doneShare(
    status,
    labels.map((label) => label.durationSeconds),
  );
  const left = remainingMs(share, elapsedMs);
  return left === null || share === 1
    ? ''
    : `about ${seconds(Math.max(1_000, Math.round(left / 1000) * 1000)).replace('.0 s', ' s')} left`;
};

/** The picture of a publish under way, for a terminal: a line for each scene, one for the export, one for the whole. */
export function progressLines(
  status: PublishStatus,
  labels: readonly SceneLabel[],
  elapsedMs: number,
  columns: number,
): string[] {
  const titleWidth = Math.max(12, Math.min(34, columns - barCells - 20));
  const line = (number: string, title: string, percent: number, word: string) =>
    `  ${number.padStart(2)}  ${fit(title, titleWidth)}  ${bar(percent)}  ${word}`;
  const scenes = status.render.scenes.map((scene) =>
    line(String(scene.position + 1), labels[scene.position]?.title ?? '', scenePercent(scene), sceneWord(scene)),
  );
  const whole =
    doneShare(
      status,
      labels.map((label) => label.durationSeconds),
    ) * 100;
  const total = `      ${bold(fit('Whole video', titleWidth))}  ${bar(whole)}  ${bold(`${Math.floor(whole)} %`)}`;
  return [
    ...scenes,
    line(
      '',
      'Joining, music, voice',
      status.phase === 'completed' ? 100 : (status.export?.progress ?? 0),
      exportWord(status),
    ),
    total,
    dim(`      ${[seconds(elapsedMs), timeLeft(status, labels, elapsedMs)].filter((part) => part !== '').join(', ')}`),
  ];
}

function fit(text: string, width: number): string {
  const plain = stripVTControlCharacters(text);
  return plain.length <= width ? plain.padEnd(width) : `${plain.slice(0, width - 1)}…`;
}

/** Rewrites its lines in place on a terminal. */
export function liveLines(output: NodeJS.WriteStream): { draw(lines: readonly string[]): void; leave(): void } {
  let drawn = 0;
  return {
    draw(lines) {
      const up = drawn === 0 ? '\u001B[?25l' : `\u001B[${drawn}A`;
      output.write(`${up}${lines.map((line) => `\u001B[2K${line}\n`).join('')}`);
      drawn = lines.length;
    },
    leave() {
      if (drawn > 0) output.write('\u001B[?25h');
      drawn = 0;
    },
  };
}
