import { capture } from './capture.ts';
import { controlPlane } from './control-plane.ts';
import { engineSoak } from './engine-soak.ts';
import { firstFrame } from './first-frame.ts';
import { killRuns } from './kill-runs.ts';
import { ledger } from './ledger.ts';
import { ledgerModelRun } from './ledger-model.ts';
import { priceSequences } from './price-sequences.ts';
import { queueToFirstFrame } from './queue-to-first-frame.ts';
import { renderVsLimit } from './render-vs-limit.ts';

/** Every benchmark by name; each takes its own options and resolves with what it has to say. */
const benches: Readonly<Record<string, { why: string; run: (options: readonly string[]) => Promise<string> }>> = {
  'render-vs-limit': {
    why: 'scene to file against encoding alone: --frames 150 --pairs 5 --workers 2 --scenes heavy,light',
    run: renderVsLimit,
  },
  'first-frame': { why: 'values to the first encoded frame on a warm pool: --runs 20 --workers 2', run: firstFrame },
  'queue-to-first-frame': {
    why: 'a waiting scene to its first encoded frame, on a whole farm: --runs 20',
    run: queueToFirstFrame,
  },
  'control-plane': {
    why: 'the API against a bare route with the same SQL: --rounds 5 --seconds 4 --out <file>',
    run: controlPlane,
  },
  'kill-runs': {
    why: 'kill -9 of the control plane during publishes: --kills 200 --clients 4 --nodes 2 --seed <n> --minutes <n> --out <file>',
    run: killRuns,
  },
  'price-sequences': {
    why: 'prices quoted against prices charged, at random: --sequences 2000 --steps 30 --seed <n>',
    run: priceSequences,
  },
  ledger: {
    why: 'reserve and settle against a bare guarded UPDATE, and with a million entries: --rounds 31 --seconds 0.5 --out <file>',
    run: ledger,
  },
  'ledger-model': {
    why: 'many clients on the ledger, replayed on a model of it: --acts 100000 --clients 64 --accounts 8 --seed 1',
    run: ledgerModelRun,
  },
  'engine-soak': { why: 'memory of the workers over many scenes: --scenes 20 --workers 2', run: engineSoak },
  capture: {
    why: 'a capture against the page’s own load and a cold browser; sessions side by side: --runs 8',
    run: capture,
  },
};

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const [name, ...options] = process.argv.slice(2);
const bench = name === undefined ? undefined : benches[name];
if (bench === undefined) {
  say('Run one of these: npm run bench -- <name> [options]');
  for (const [known, { why }] of Object.entries(benches)) say(`  ${known.padEnd(24)}${why}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  say(await bench.run(options));
}
