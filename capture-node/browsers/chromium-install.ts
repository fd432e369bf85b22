import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { cacheFolder } from './cache-folder.ts';
import { tarFiles } from './tar-entries.ts';
import type { RunAs } from './unprivileged-user.ts';

/** A Chromium that was seen to start as the user that browsers run as. */
export interface InstalledChromium {
  readonly path: string;
  /** A folder for LD_LIBRARY_PATH, for the packaged one on machines without its libraries; null = not needed. */
  readonly libraryPath: string | null;
  /** `153.0.8010.0` */
  readonly version: string;
  readonly origin: 'configured' | 'packaged' | 'system';
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** The version that the program tells; null where it does not run at all. */
const versionOf = (path: string, libraryPath: string | null, runAs: RunAs): string | null => {
  const { status, stdout } = spawnSync(path, ['--version'], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    timeout: 20_000,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      ...(libraryPath === null ? {} : { LD_LIBRARY_PATH: libraryPath }),
    },
  });
  return status === 0 ? (/\d+(\.\d+){3}/.exec(stdout)?.[0] ?? null) : null;
};

/** `bin` of the package and its version; null on platforms that it has no program for. */
const packagedFiles = (): { readonly bin: string; readonly version: string } | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { bin: join(root, 'bin'), version };
  } catch {
    return null;
  }
};

/** 209 MB: 3 s once. SwiftShader stands beside the program, which looks for it there. */
const unpack = async (bin: string, folder: string): Promise<void> => {
  const program = createWriteStream(join(folder, 'chromium'), { mode: 0o755 });
  await pipeline(createReadStream(join(bin, 'chromium.br')), createBrotliDecompress(), program);
  for (const archive of ['swiftshader.tar.br', 'al2023.tar.br']) {
    for (const file of tarFiles(brotliDecompressSync(readFileSync(join(bin, archive))))) {
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.bytes, { mode: file.isExecutable ? 0o755 : 0o644 });
    }
  }
};

const packagedChromium = async (runAs: RunAs, caches?: readonly string[]): Promise<InstalledChromium | null> => {
  const found = packagedFiles();
  if (found === null) return null;
  let version: string | null = null;
  const folder = await cacheFolder(
    `reelyard-chromium-${found.version}`,
    async (half) => await unpack(found.bin, half),
    (candidate) => {
      version = versionOf(join(candidate, 'chromium'), join(candidate, 'lib'), runAs);
      return version !== null;
    },
    caches,
  );
  return version === null
    ? null
    : { path: join(folder, 'chromium'), libraryPath: join(folder, 'lib'), version, origin: 'packaged' };
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const systemChromium = (path: string, runAs: RunAs): InstalledChromium | null => {
  const programs = path.split(':').flatMap((folder) => systemNames.map((name) => join(folder, name)));
  for (const program of programs.filter(isExecutable)) {
    const version = versionOf(program, null, runAs);
    if (version !== null) return { path: program, libraryPath: null, version, origin: 'system' };
  }
  return null;
};

/**
 * The Chromium to use: the configured one, else the one that came as a package (unpacked once per version to a folder
 * that `runAs` can reach), else one of the system's.
 *
 * @param options.configured CHROMIUM_PATH
 * @param options.path PATH, for the system's
 * @throws where there is none that runs; the message says what to do
 */
export const installedChromium = async (options: {
  readonly configured: string | undefined;
  readonly path: string;
  readonly runAs: RunAs;
  readonly caches?: readonly string[];
}): Promise<InstalledChromium> => {
  const { configured, runAs } = options;
  if (configured !== undefined) {
    const version = versionOf(configured, null, runAs);
    if (version === null)
      throw new Error(`CHROMIUM_PATH: ${configured} does not run here; try "${configured} --version"`);
    return { path: configured, libraryPath: null, version, origin: 'configured' };
  }
  let cause: unknown;
  const packaged = await packagedChromium(runAs, options.caches).catch((error: unknown) => {
    cause = error;
    return null;
  });
  const found = packaged ?? systemChromium(options.path, runAs);
  if (found === null)
    throw new Error('no Chromium runs here: install one (apt-get install chromium) or name it by CHROMIUM_PATH', {
      cause,
    });
  return found;
};
