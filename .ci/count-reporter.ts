import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with the one line that scripts read, `N passed, N failed`; a line before it tells of skipped tests. */
export default class CountReporter implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    for (const module of testModules) {
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else if (state === 'skipped') skipped += 1;
      }
    }
    const before = skipped > 0 ? `${skipped} skipped\n` : '';
    process.once('exit', () => process.stdout.write(`${before}${passed} passed, ${failed} failed\n`));
  }
}
