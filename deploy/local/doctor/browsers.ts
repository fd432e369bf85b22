import { browserEnvironment, browserLauncher } from '@reelyard/capture-node/browsers/browser-launcher.ts';
import type { Environment } from '../config.ts';
import { type Finding, good, limited } from './finding.ts';

const origins = { packaged: 'came with the packages', system: 'of this system', configured: 'CHROMIUM_PATH' } as const;
const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

/** Starts a browser as a capture node would: what it is, whether its pages are confined, how fast it comes. */
export async function checkBrowsers(environment: Environment): Promise<Finding[]> {
  const warnings: string[] = [];
  try {
    const launcher = await browserLauncher({
      chromiumPath: environment['CHROMIUM_PATH'],
      environment: browserEnvironment(environment),
      isSandboxRequired: false,
      log: { info: () => {}, warn: (_fields, message) => warnings.push(message), error: () => {} },
    });
    const beganAtMs = performance.now();
    const running = await launcher.launch();
    const tookMs = Math.round(performance.now() - beganAtMs);
    await running.kill();
    const { version, origin, path } = launcher.chromium;
    const browser = good('Browser', `Chromium ${version} starts in ${tookMs} ms (${path}, ${origins[origin]})`);
    const sandbox = running.isSandboxed
      ? good(
          'Browser sandbox',
          `on: pages run without rights${process.getuid?.() === 0 ? ', each browser as a user of its own' : ''}`,
        )
      : limited(
          'Browser sandbox',
          'off: this machine has no user namespaces',
          'Allow them (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0; as root, install util-linux), or set FARM_BROWSER_SANDBOX=required to have no captures rather than unconfined ones.',
        );
    return [browser, sandbox];
  } catch (error) {
    return [
      limited(
        'Browser',
        `${firstLine(error)}: no captures, no browsing sessions, no brands from websites`,
        'Install Chromium (apt-get install chromium) or name one by CHROMIUM_PATH.',
      ),
    ];
  }
}
