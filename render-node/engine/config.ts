import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The engine's own view of its surroundings: which programs it runs and what they may see. */
export interface EngineConfig {
  /** FFMPEG_PATH, else `ffmpeg` on PATH, else the executable that came with the packages; null = there is none. */
  readonly ffmpegPath: string | null;
  /** `setpriv` with --pdeathsig (util-linux ≥ 2.33): a child started through it dies with the thread that started it. */
  readonly setprivPath: string | null;
  /** All that a child gets to see: tokens of the node stay out of the environment of programs that read media. */
  readonly childEnvironment: Readonly<Record<string, string>>;
}

const passedOn = /^(?:PATH|HOME|TMPDIR|LANG|LC_ALL|TZ|LD_LIBRARY_PATH|CUDA_[A-Z_]+|NVIDIA_[A-Z_]+)$/;

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onPath = (name: string, path: string): string | null =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable) ?? null;

const packagedFfmpeg = (): string | null => {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@ffmpeg-binary/${process.platform}-${process.arch}/package.json`,
    );
    const path = join(dirname(manifest), 'ffmpeg');
    return isExecutable(path) ? path : null;
  } catch {
    return null;
  }
};

const setprivWithDeathSignal = (path: string): string | null => {
  const setpriv = onPath('setpriv', path);
  if (setpriv === null) return null;
  // busybox has a setpriv without --pdeathsig: believe only a trial run.
  const trial = spawnSync(setpriv, ['--pdeathsig', 'KILL', '--', setpriv, '--version'], { stdio: 'ignore' });
  return trial.status === 0 ? setpriv : null;
};

const readEngineConfig = (environment: NodeJS.ProcessEnv): EngineConfig => {
  const path = environment['PATH'] ?? '';
  const configured = environment['FFMPEG_PATH'];
  return {
    ffmpegPath: configured ? configured : (onPath('ffmpeg', path) ?? packagedFfmpeg()),
    setprivPath: setprivWithDeathSignal(path),
    childEnvironment: Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) =>
        value !== undefined && passedOn.test(name) ? [[name, value]] : [],
      ),
    ),
  };
};

let known: EngineConfig | undefined;

/** Looked up once per thread, at first use. */
export const engineConfig = (): EngineConfig => {
  known ??= readEngineConfig(process.env);
  return known;
};
