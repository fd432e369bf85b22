import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type KillRun, killRun } from '@reelyard/control-plane/test/kill-run.ts';
import { machineFacts } from './machine.ts';

const count = (entries: readonly unknown[]): string => String(entries.length);

const table = (run: KillRun): string =>
  [
    '| | |',
    '|---|---:|',
    ...[
      ['kill -9 of the control plane', String(run.kills)],
      ['publishes and renders that were acknowledged', String(run.acknowledgedPublishes)],
      ['projects that were acknowledged', String(run.acknowledgedProjects)],
      ['jobs that nodes ended', String(run.endedJobs)],
      ['credits charged', String(run.creditsCharged)],
      ['**lost**: acknowledged and not there, or never ended', count(run.lost)],
      ['**doubled**: there and acknowledged to nobody', count(run.doubled)],
      ['**credits off**: publishes and accounts', count(run.creditsOff)],
      ['**invariants** that are not zero (`inv.run()`)', count(Object.keys(run.invariants))],
      ['answers of 500 and above', count(run.faults)],
      ['seconds', run.seconds.toFixed(0)],
    ].map(([what, figure]) => `| ${what} | ${figure} |`),
  ].join('\n');

const isClean = ({ lost, doubled, creditsOff, invariants, faults }: KillRun): boolean =>
  [lost, doubled, creditsOff, Object.keys(invariants), faults].every(({ length }) => length === 0);

const report = (run: KillRun, seed: number, clients: number, nodes: number): string => `# Kill runs

${machineFacts()}

\`npm run bench -- kill-runs --kills ${run.kills} --clients ${clients} --nodes ${nodes} --seed ${seed}\`

${clients} callers create, edit, publish, render and cancel without pause, each request with an Idempotency-Key and asked
again until it is answered; ${nodes} nodes work and now and then fail. The control plane, a process of its own, is killed
after 20 ms to 4 s of life, most often early, and started again. What an answer said is on the disk (fsync) before its
caller goes on: that journal is what the database is held against when everything has ended.

${table(run)}

How they ended: ${Object.entries(run.states)
  .map(([state, number]) => `${state} ${number}`)
  .join(', ')}.
`;

/** kill -9 of the control plane at random moments during publishes (reliability.md A1, A2, A6, B18). */
export const killRuns = async (options: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      kills: { type: 'string', default: '200' },
      clients: { type: 'string', default: '4' },
      nodes: { type: 'string', default: '2' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const [kills, clients, nodes] = [Number(values.kills), Number(values.clients), Number(values.nodes)];
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const run = await killRun({
    kills,
    clients,
    nodes,
    seed,
    lifeMs: [20, 4_000],
    leastPublishes: kills,
    ...(values.minutes === undefined ? {} : { patienceMs: Number(values.minutes) * 60_000 }),
    onKill: (killCount) => {
      if (killCount % 10 === 0) process.stderr.write(`${killCount} of ${kills} kills\n`);
    },
  });
  const text = report(run, seed, clients, nodes);
  if (values.out !== undefined) await writeFile(values.out, text);
  if (isClean(run)) return text;
  const { lost, doubled, creditsOff, invariants, faults } = run;
  throw new Error(`${text}\n${JSON.stringify({ seed, lost, doubled, creditsOff, invariants, faults }, null, 2)}`);
};
