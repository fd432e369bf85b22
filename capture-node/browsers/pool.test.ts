import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { isRunning, processesOf } from '../test/process-facts.ts';
import { openSite } from '../test/site.ts';
import { LeaseEnded, NoBrowserFree } from './lease-ended.ts';

const pools: TestPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((test) => test.pool.close()));
});
const openPool = async (...options: Parameters<typeof openTestPool>): Promise<TestPool> => {
  const test = await openTestPool(...options);
  pools.push(test);
  return test;
};
const isWarm = (test: TestPool): Promise<boolean> => vi.waitUntil(() => test.pool.state.idle >= 1, { timeout: 20_000 });
const pidsOf = (test: TestPool): number[] =>
  test.pool.state.pids.flatMap((pid) => processesOf(pid).map((facts) => facts.pid));

describe('confinement', () => {
  it('D13: every renderer runs without rights behind seccomp, as nobody that the farm knows, and sees no token', async ({
    skip,
  }) => {
    vi.stubEnv('FARM_NODE_TOKEN', 'canary-token-of-the-node');
    const test = await openPool('', { size: 1 });
    vi.unstubAllEnvs();
    await using lease = await test.pool.acquire(leaseOptions());
    await lease.run((page) => page.setContent('<h1>page</h1>'));
    const processes = test.pool.state.pids.flatMap((pid) => processesOf(pid));
    const renderers = processes.filter(({ type }) => type === 'renderer');
    expect(renderers.length).toBeGreaterThan(0);
    expect(processes.filter(({ environment }) => environment.includes('canary-token'))).toEqual([]);
    if (process.getuid?.() === 0) expect(processes.filter(({ uid }) => uid < 60_600 || uid > 61_099)).toEqual([]);
    skip(
      test.warnings.some((warning) => warning.includes('WITHOUT A SANDBOX')),
      'this machine has no user namespaces',
    );
    for (const { seccomp, capabilities, noNewPrivileges } of renderers)
      expect({ seccomp, capabilities, noNewPrivileges }).toEqual({
        seccomp: 2,
        capabilities: 0n,
        noNewPrivileges: true,
      });
  });

  it.skipIf(process.getuid?.() !== 0)('D11: two browsers at one time run as two users', async () => {
    const test = await openPool('', { size: 2, warmCount: 2 });
    await vi.waitUntil(() => test.pool.state.idle === 2, { timeout: 20_000 });
    const users = test.pool.state.pids.map((pid) => processesOf(pid)[0]?.uid);
    expect(new Set(users).size).toBe(2);
  });

  it('B1: no browser outlives a node that is killed with -9', async () => {
    const script = `
      import { openTestPool, leaseOptions } from ${JSON.stringify(new URL('../test/browser-pool.ts', import.meta.url).href)};
      const { pool } = await openTestPool('');
      const lease = await pool.acquire(leaseOptions());
      await lease.page.setContent('<h1>page</h1>');
      console.log(JSON.stringify(pool.state.pids));`;
    const node = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: node.stdout }), 'line')) as [string];
    const pids = (JSON.parse(line) as number[]).flatMap((pid) => processesOf(pid).map((facts) => facts.pid));
    expect(pids.length).toBeGreaterThan(4);
    node.kill('SIGKILL');
    await vi.waitUntil(() => !pids.some(isRunning), { timeout: 20_000 });
  });
});

describe('leases', () => {
  it('D11: nothing of one lease is there in the next, cookies, storage and caches, though the browser is the same', async () => {
    await using site = await openSite((path, response) => {
      if (path === '/cached') {
        response.writeHead(200, { 'cache-control': 'max-age=1000' }).end(String(Math.random()));
        return undefined;
      }
      response.setHeader('set-cookie', 'who=first; max-age=1000');
      return '<h1>site</h1>';
    });
    const test = await openPool('127.0.0.1', { size: 1 });
    const address = `http://127.0.0.1:${site.port}/`;
    const look = `(async () => ({ cookie: document.cookie, local: localStorage.length, session: sessionStorage.length,
      caches: (await caches?.keys?.() ?? []).length, databases: (await indexedDB.databases()).length,
      cached: await (await fetch('/cached')).text() }))()`;
    const seen = async () => {
      await using lease = await test.pool.acquire(leaseOptions());
      await lease.open(address);
      const before = await lease.run((page) => page.evaluate('document.cookie + localStorage.length'));
      const all = (await lease.run((page) => page.evaluate(look))) as { cached: string };
      await lease.run((page) =>
        page.evaluate(
          `localStorage.setItem('who', 'first'); sessionStorage.setItem('who', 'first'); indexedDB.open('who')`,
        ),
      );
      return { before, all, pids: test.pool.state.pids };
    };
    const first = await seen();
    const second = await seen();
    expect(second.pids).toEqual(first.pids);
    expect({ ...second.all, cached: '' }).toEqual({ ...first.all, cached: '' });
    expect(second.all.cached).not.toBe(first.all.cached);
    expect(second.all).toMatchObject({ cookie: 'who=first', local: 0, session: 0, databases: 0 });
  });

  it('D11: a browser that held somebody’s sign-in is used for nobody else', async () => {
    const test = await openPool('', { size: 1 });
    const cookie = {
      name: 'a',
      value: 'b',
      domain: 'x.example',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    } as const;
    const [before] = test.pool.state.pids;
    {
      await using lease = await test.pool.acquire(leaseOptions({ storageState: { cookies: [cookie], origins: [] } }));
      expect(await lease.run((page) => page.context().cookies())).toMatchObject([{ name: 'a', value: 'b' }]);
    }
    await isWarm(test);
    expect(test.pool.state.pids).not.toContain(before);
    expect(test.events).toContain('recycled');
  });

  it('are served first come first served; who waits too long, or is called off, is told so', async () => {
    const test = await openPool('', { size: 1 });
    const held = await test.pool.acquire(leaseOptions());
    const calledOff = new AbortController();
    const order: string[] = [];
    const waiting = ['second', 'third'].map(async (identity) => {
      await using lease = await test.pool.acquire(leaseOptions({ identity }));
      order.push(lease.identity);
    });
    const cancelled = test.pool.acquire(leaseOptions({ signal: calledOff.signal }));
    await expect(test.pool.acquire(leaseOptions({ waitMs: 20 }))).rejects.toThrow(NoBrowserFree);
    calledOff.abort(new Error('called off'));
    await expect(cancelled).rejects.toThrow('called off');
    expect(test.pool.state).toMatchObject({ leased: 1, waiting: 2 });
    await held.release();
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
  });

  it('end with their wall, and by the signal of who asked', async () => {
    const test = await openPool('', { size: 1 });
    const stop = new AbortController();
    const walled = await test.pool.acquire(leaseOptions({ wallMs: 100 }));
    await expect(walled.run(() => new Promise(() => {}))).rejects.toMatchObject({ reason: 'wall' });
    const called = await test.pool.acquire(leaseOptions({ signal: stop.signal }));
    const running = called.run(() => new Promise(() => {}));
    stop.abort();
    await expect(running).rejects.toMatchObject({ reason: 'cancelled' });
    await expect(called.run(async () => 1)).rejects.toThrow(LeaseEnded);
    await called.release();
  });

  it('give a page what it may have: no camera, no downloads, no service worker, no sixth tab', async () => {
    await using site = await openSite(() => '<h1>site</h1>');
    const test = await openPool('127.0.0.1', { size: 1 });
    await using lease = await test.pool.acquire(leaseOptions());
    await lease.open(`http://127.0.0.1:${site.port}/`);
    const asked = await lease.run((page) =>
      page.evaluate(`(async () => ({
        place: await new Promise((tell) => navigator.geolocation.getCurrentPosition(() => tell('given'), () => tell('denied'))),
        answers: [confirm('?'), prompt('?')],
        agent: navigator.userAgent,
      }))()`),
    );
    expect(asked).toEqual({ place: 'denied', answers: [false, null], agent: lease.userAgent });
    expect(lease.userAgent).not.toContain('Headless');
    await lease.run((page) => page.evaluate(`for (let tab = 0; tab < 12; tab += 1) open('/')`));
    await vi.waitUntil(() => lease.context.pages().length === 5);
  });
});

describe('browsers', () => {
  it.each(['browser', 'renderer', 'gpu-process', 'utility'])(
    'D10: a %s process that dies costs its own lease at most; the pool is whole again',
    async (type) => {
      const test = await openPool('', { size: 3 });
      await using bystander = await test.pool.acquire(leaseOptions());
      await using lease = await test.pool.acquire(leaseOptions());
      await Promise.all([bystander, lease].map((each) => each.run((page) => page.setContent('<h1>page</h1>'))));
      // The second browser of the pool is the one that `lease` has; it may keep a spare renderer besides the page's.
      const victims = processesOf(test.pool.state.pids[1] ?? 0).filter((facts) => facts.type === type);
      expect(victims.length).toBeGreaterThan(0);
      for (const { pid } of victims) process.kill(pid, 'SIGKILL');
      if (type === 'browser' || type === 'renderer')
        await expect(lease.run(() => new Promise(() => {}))).rejects.toMatchObject({ reason: 'crashed' });
      await lease.release();
      await isWarm(test);
      await using next = await test.pool.acquire(leaseOptions());
      expect(await next.run((page) => page.evaluate('6 * 7'))).toBe(42);
      expect(await bystander.run((page) => page.textContent('h1'))).toBe('page');
    },
  );

  it('are replaced after so many uses, and when they are old', async () => {
    const test = await openPool('', { size: 1, maxUses: 2 });
    const used: (readonly number[])[] = [];
    for (let use = 0; use < 3; use += 1) {
      await using lease = await test.pool.acquire(leaseOptions());
      used.push(test.pool.state.pids);
      await lease.release();
    }
    expect(used[0]).toEqual(used[1]);
    expect(used[2]).not.toEqual(used[1]);
    const aged = await openPool('', { size: 1, maxAgeMs: 0 });
    const before = aged.pool.state.pids;
    await (await aged.pool.acquire(leaseOptions())).release();
    await vi.waitUntil(() => aged.pool.state.idle === 1, { timeout: 20_000 });
    expect(aged.pool.state.pids).not.toEqual(before);
  });

  it('leave no process when the pool closes, leased, idle or being started', async () => {
    const test = await openPool('', { size: 3, warmCount: 1 });
    const lease = await test.pool.acquire(leaseOptions());
    lease.page.setContent('<script>for (;;);</script>').catch(() => {});
    const pids = pidsOf(test);
    expect(pids.length).toBeGreaterThan(4);
    await test.pool.close();
    expect(lease.signal.reason).toMatchObject({ reason: 'closed' });
    await vi.waitUntil(() => !pids.some(isRunning), { timeout: 20_000 });
    await expect(test.pool.acquire(leaseOptions())).rejects.toMatchObject({ reason: 'closed' });
  });
});
