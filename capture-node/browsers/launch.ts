import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import type { InstalledChromium } from './chromium-install.ts';
import { processTable, treeOf } from './process-tree.ts';
import { hasSetpriv, type RunAs } from './unprivileged-user.ts';

export interface RunningBrowser {
  readonly browser: Browser;
  /** The browser process; every other one of Chromium descends from it. */
  readonly pid: number;
  /** Whether pages run in Chromium's sandbox (user namespaces and seccomp). */
  readonly isSandboxed: boolean;
  /** What pages are told: Chromium's own words without "Headless", for which many sites serve another page or none. */
  readonly userAgent: string;
  /** It was ended on purpose. */
  readonly isKilled: boolean;
  /** Ends every process of it at once, whatever they do; resolves when Playwright has seen the end and cleaned up. */
  kill(): Promise<void>;
}

export interface LaunchOptions {
  readonly chromium: InstalledChromium;
  /** FONTCONFIG_PATH. */
  readonly fontsPath: string;
  readonly runAs: RunAs;
  /** False = do not even try: this machine has shown that it cannot. */
  readonly sandbox: boolean;
  /** PATH, LANG, TZ and the like for Chromium; never a token. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The name under which browsers know the filtering proxy; no name server ever hears of it. */
export const proxyHostname = 'egress.invalid';
/** Traffic of the browser itself, of no session: nothing listens there. */
const deadProxy = `http://${proxyHostname}:9`;

const launchPatienceMs = 20_000;
const wrapperPath = fileURLToPath(new URL('confined-chromium.sh', import.meta.url));
const sharedMemoryBytesWanted = 1_000_000_000;

const flags: readonly string[] = [
  // Whatever does not go through the proxy has no address to go to, literals included: a second lock behind the proxy
  // for WebTransport, prefetched names and what Chromium may learn to do one day (measured: a 127.0.0.1 canary saw nothing).
  `--host-resolver-rules=MAP ${proxyHostname} 127.0.0.1,MAP * ~NOTFOUND`,
  // The proxy speaks no UDP.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Links must not tell a third host that they were followed; errors must not be reported to anyone.
  '--no-pings',
  '--disable-domain-reliability',
  // One renderer per site also where memory is short: a page of one site never shares a process with another's.
  '--site-per-process',
  // Text is drawn alike on every node: no hinting, no subpixel order of some monitor.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // WebGL pages draw in software; there may be no GPU, and drivers are a large thing to expose to pages.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // WebGL alone: pages put together by SwiftShader take a picture in 1.3–2.1 s, by the plain compositor in 0.3 s, and a
  // small one in 0.04 s instead of 0.4–1 s (1440 × 900 at two pixels each, the same page and minute).
  '--disable-gpu-compositing',
  // A page that fills its heap ends by itself well before the node has to end the browser.
  '--js-flags=--max-old-space-size=1024',
];

/** Playwright's defaults for testing one's own pages that do not suit other people's. */
const unwantedDefaults = (): string[] => [
  '--disable-popup-blocking',
  '--disable-ipc-flooding-protection',
  // Shared memory on disk is slow; it is left to small containers, where /dev/shm holds 64 MB.
  ...(hasRoomyShm() ? ['--disable-dev-shm-usage'] : []),
];

const hasRoomyShm = (): boolean => {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks >= sharedMemoryBytesWanted;
  } catch {
    return false;
  }
};

const pidOf = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const own = processInfo.find(({ type }) => type === 'browser');
  if (own === undefined) throw new Error('Chromium names no process of its own');
  return own.id;
};

/**
 * Ends a process group and every descendant: a sandboxed one may have left the group. The orphans are reaped by process
 * 1, which in a container has to be an init that does so (tini, `docker run --init`).
 */
const killTree = (pid: number): void => {
  const pids = treeOf(processTable(), pid).map((row) => row.pid);
  for (const target of [-pid, ...pids]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
};

const killed = async (browser: Browser, pid: number): Promise<void> => {
  const gone = new Promise<void>((resolve) => {
    if (!browser.isConnected()) resolve();
    browser.once('disconnected', () => resolve());
  });
  killTree(pid);
  await gone;
};

/**
 * Starts one Chromium that is confined (confined-chromium.sh), has no way out but a session's proxy, and ends with this
 * process, kill -9 included. Call it from the main thread: the death signal follows the thread that starts it.
 *
 * @throws SandboxUnavailable where the kernel lets nobody make user namespaces; other errors as Playwright words them
 */
export const launchBrowser = async (options: LaunchOptions): Promise<RunningBrowser> => {
  const { uid } = options.runAs;
  const environment = {
    ...options.environment,
    FONTCONFIG_PATH: options.fontsPath,
    ...(options.chromium.libraryPath === null ? {} : { LD_LIBRARY_PATH: options.chromium.libraryPath }),
    REELYARD_BROWSER_PROGRAM: options.chromium.path,
    REELYARD_BROWSER_PARENT: String(process.pid),
    REELYARD_BROWSER_USER: uid === undefined ? '' : String(uid),
    REELYARD_BROWSER_SETPRIV: hasSetpriv() ? '1' : '0',
  };
  const browser = await chromium
    .launch({
      executablePath: wrapperPath,
      chromiumSandbox: options.sandbox,
      args: [...flags],
      ignoreDefaultArgs: unwantedDefaults(),
      // Nothing is ever written there (no downloads, no videos); a folder for each browser would stay after a kill -9.
      artifactsDir: tmpdir(),
      proxy: { server: deadProxy },
      env: environment,
      timeout: launchPatienceMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch((cause: unknown) => {
      if (cause instanceof Error && /sandboxing failed|No usable sandbox/i.test(cause.message))
        throw new SandboxUnavailable('Chromium finds no sandbox on this machine', { cause });
      throw new Error('Chromium did not start', { cause });
    });
  const pid = await pidOf(browser);
  let isKilled = false;
  const version = browser.version().split('.')[0] ?? '';
  return {
    browser,
    pid,
    isSandboxed: options.sandbox,
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    get isKilled() {
      return isKilled;
    },
    kill: async () => {
      isKilled = true;
      await killed(browser, pid);
    },
  };
};

/** User namespaces are switched off, and there is no setuid helper either. */
export class SandboxUnavailable extends Error {
  override readonly name = 'SandboxUnavailable';
}
