import { tmpdir } from 'node:os';
import type { NodeLog } from '@reelyard/shared/node-runtime/node-log.ts';
import { browserFonts } from './browser-fonts.ts';
import { type InstalledChromium, installedChromium } from './chromium-install.ts';
import { launchBrowser, type RunningBrowser, SandboxUnavailable } from './launch.ts';
import { removeLeftProfiles } from './left-profiles.ts';
import { browserUser, canDropPrivileges } from './unprivileged-user.ts';

export interface BrowserLauncher {
  readonly chromium: InstalledChromium;
  /** Each one as a user of its own where the node runs as root. */
  readonly launch: () => Promise<RunningBrowser>;
}

export interface LauncherOptions {
  /** CHROMIUM_PATH. */
  readonly chromiumPath: string | undefined;
  /** What Chromium may see of the environment; PATH is needed. */
  readonly environment: Readonly<Record<string, string>>;
  /** True = rather no browser than one whose pages are not confined. */
  readonly isSandboxRequired: boolean;
  /** Folders to unpack to; default `defaultCaches`. */
  readonly caches?: readonly string[];
  readonly log: NodeLog;
}

const noSandbox =
  'PAGES RUN WITHOUT A SANDBOX: a page that breaks out of its renderer has the rights of the browser’s user. Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), or set FARM_BROWSER_SANDBOX=required to refuse such a machine';

/** Variables that Chromium is given of the node's environment: tokens of the node are none of its business. */
const passedOn = /^(?:PATH|LANG|LC_ALL|TMPDIR)$/;

/** RULE: the environment of browsers. */
export const browserEnvironment = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && passedOn.test(name) ? [[name, value]] : [],
    ),
  );

/**
 * Finds or unpacks Chromium and its fonts (3 to 4 s once, then a few ms).
 *
 * @throws where there is no Chromium that runs here; the message says what to do
 */
export const browserLauncher = async (options: LauncherOptions): Promise<BrowserLauncher> => {
  const isRoot = process.getuid?.() === 0;
  const canDrop = canDropPrivileges();
  const sampleUser = browserUser(0, canDrop);
  const chromium = await installedChromium({
    configured: options.chromiumPath,
    path: options.environment['PATH'] ?? '',
    runAs: sampleUser,
    ...(options.caches === undefined ? {} : { caches: options.caches }),
  });
  removeLeftProfiles(tmpdir(), Date.now());
  const fontsPath = await browserFonts(sampleUser, options.caches);
  // Chromium refuses to be sandboxed as root.
  let canSandbox = !isRoot || canDrop;
  let serial = process.pid;
  const warn = (error: unknown): void => {
    if (options.isSandboxRequired) throw error;
    canSandbox = false;
    options.log.warn({ err: error }, noSandbox);
  };
  if (!canSandbox)
    warn(
      new SandboxUnavailable(
        'root cannot start browsers as another user here: it needs setpriv (util-linux) and other users',
      ),
    );

  const launch = async (): Promise<RunningBrowser> => {
    serial += 1;
    return await launchBrowser({
      chromium,
      fontsPath,
      runAs: browserUser(serial, canDrop),
      sandbox: canSandbox,
      environment: options.environment,
    });
  };
  return {
    chromium,
    launch: async () => {
      // Of two that start at once both find that there is no sandbox; the second is not to fail for what the first has settled.
      const wasSandboxed = canSandbox;
      try {
        return await launch();
      } catch (error) {
        if (!(error instanceof SandboxUnavailable) || !wasSandboxed) throw error;
        if (canSandbox) warn(error);
        return await launch();
      }
    },
  };
};
