import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fakeNode } from '@reelyard/control-plane/test/fake-node.ts';
import { type Farm, startFarm } from '@reelyard/control-plane/test/harness.ts';
import fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import type { LoadOrder, LoadResult } from './closed-loop-client.ts';
import { machineFacts, median, spread } from './machine.ts';
import { recordSql, replaySql, type Statement } from './recorded-sql.ts';

/** A key may ask 120 times a minute; the keys take turns. */
const keyCount = 1_500;
const connections = 16;
const accountId = 'acc_bench';
/** As many connections to PostgreSQL as the control plane has. */
const poolSize = 20;

interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
  readonly expectedStatus: number;
}

interface Recorded extends Endpoint {
  readonly statements: readonly Statement[];
  /** What the API answered, which the bare route answers too. */
  readonly answer: unknown;
}

interface Round {
  readonly bare: LoadResult;
  readonly api: LoadResult;
  readonly delayP99Ms: number;
}

const projectBody = {
  title: 'Norra: take back your week',
  brand: { name: 'Norra', primaryColor: '#6d5df6', secondaryColor: '#f25bb5' },
  scenes: [
    {
      templateId: 'big-claim',
      voiceoverText: 'Being busy is not the same as done.',
      parameters: { headline: 'Busy is not the same as done.', eyebrow: 'Meet Norra' },
    },
    { templateId: 'counting-statistic', parameters: { value: 11, suffix: 'h', label: 'won back, every week' } },
  ],
};

/** A project whose publish has ended: its status is read from everything that a publish writes. */
const publishedProject = async (farm: Farm, key: string): Promise<string> => {
  const { body } = await farm.call(key, 'POST', '/projects', projectBody);
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  await farm.call(key, 'POST', `/projects/${body.data.id}/publish`, {});
  await node.workUntilIdle();
  return body.data.id;
};

const record = async (farm: Farm, key: string, endpoint: Endpoint): Promise<Recorded> => {
  const { method, path, expectedStatus } = endpoint;
  const body = endpoint.body === null ? undefined : (JSON.parse(endpoint.body) as unknown);
  let answer: unknown;
  // The first request of a key also notes that the key was used; the one after it is like all that follow.
  await farm.call(key, method, path, body);
  const statements = await recordSql(async () => {
    const response = await farm.call(key, method, path, body);
    if (response.status !== expectedStatus) throw new Error(`${method} ${path} answered ${response.status}`);
    answer = response.body;
  });
  return { ...endpoint, statements, answer };
};

/** A fastify that does nothing but the statements: no key, no rules, no schemas, no log. */
const bareServer = async (databaseUrl: string, endpoints: readonly Recorded[]) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const app: FastifyInstance = fastify();
  for (const { method, path, statements, answer, expectedStatus } of endpoints) {
    const replay = replaySql(pool, statements);
    app.route({
      method,
      url: path,
      handler: async (_request, reply) => {
        await replay();
        return reply.code(expectedStatus).send(answer);
      },
    });
  }
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await app.close();
      await pool.end();
    },
  };
};

const loadClient = () => {
  const child = fork(fileURLToPath(import.meta.resolve('./closed-loop-client.ts')));
  return {
    async run(order: LoadOrder): Promise<LoadResult> {
      child.send(order);
      const [result] = (await once(child, 'message')) as [LoadResult];
      const wrong = Object.entries(result.unexpected);
      if (wrong.length > 0) throw new Error(`${order.url} answered ${JSON.stringify(result.unexpected)}`);
      return result;
    },
    close: () => child.disconnect(),
  };
};

const tableRow = ({ name }: Endpoint, rounds: readonly Round[], statementCount: number): string => {
  const ratios = rounds.map(({ api, bare }) => api.requestsPerSecond / bare.requestsPerSecond);
  const cells = [
    name,
    String(statementCount),
    spread(
      rounds.map(({ bare }) => bare.requestsPerSecond),
      0,
    ),
    spread(
      rounds.map(({ api }) => api.requestsPerSecond),
      0,
    ),
    spread(ratios),
    `${median(rounds.map(({ api }) => api.p50Ms)).toFixed(1)} ms`,
    `${median(rounds.map(({ api }) => api.p99Ms)).toFixed(1)} ms`,
    `${Math.max(...rounds.map(({ delayP99Ms }) => delayP99Ms)).toFixed(1)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/**
 * The API against a bare fastify route that sends the very statements that the API sent, in the same process, on the
 * same database, in the same run: what keys, limits, rules, schemas, the envelope and the log cost.
 */
export const controlPlane = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      out: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const loadBefore = loadavg()[0] ?? Number.NaN;
  const farm = await startFarm();
  const client = loadClient();
  try {
    const apiUrl = await farm.app.listen({ host: '127.0.0.1', port: 0 });
    const newKey = () => farm.newKey({ accountId, plan: 'enterprise' });
    const [ownKey, ...apiKeys] = [await newKey(), ...(await inTurn(keyCount, newKey))];
    const projectId = await publishedProject(farm, ownKey);
    const endpoints: readonly Endpoint[] = [
      {
        name: 'POST /projects',
        method: 'POST',
        path: '/projects',
        body: JSON.stringify(projectBody),
        expectedStatus: 201,
      },
      {
        name: 'GET /projects/:id/publish/status',
        method: 'GET',
        path: `/projects/${projectId}/publish/status`,
        body: null,
        expectedStatus: 200,
      },
    ];
    const recorded = await inTurn(endpoints.length, (index) => record(farm, ownKey, endpoints[index] as Endpoint));
    const bare = await bareServer(farm.config.DATABASE_URL, recorded);
    const orderOf = (endpoint: Endpoint, base: string, runSeconds: number): LoadOrder => ({
      ...endpoint,
      url: base + endpoint.path,
      apiKeys,
      connections,
      seconds: runSeconds,
    });
    // A key's use is noted once a minute. In a few seconds with many keys every request would be such a first one.
    const noteKeysUsed = () => farm.db.updateTable('api_key').set({ last_used_at: new Date() }).execute();
    const measure = async (endpoint: Recorded, isApiFirst: boolean): Promise<Round> => {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      const runApi = async () => {
        await noteKeysUsed();
        delay.enable();
        const result = await client.run(orderOf(endpoint, `${apiUrl}/api/v2`, seconds));
        delay.disable();
        return result;
      };
      const runBare = () => client.run(orderOf(endpoint, bare.url, seconds));
      const first = isApiFirst ? await runApi() : await runBare();
      const second = isApiFirst ? await runBare() : await runApi();
      const [api, bareResult] = isApiFirst ? [first, second] : [second, first];
      return { api, bare: bareResult, delayP99Ms: delay.percentile(99) / 1e6 };
    };
    const rounds = new Map<Recorded, Round[]>(recorded.map((endpoint) => [endpoint, []]));
    for (const endpoint of recorded) await client.run(orderOf(endpoint, bare.url, 1));
    for (const endpoint of recorded) await client.run(orderOf(endpoint, `${apiUrl}/api/v2`, 1));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [endpoint, done] of rounds) done.push(await measure(endpoint, round % 2 === 1));
    }
    await bare.close();
    const text = resultText(rounds, { roundCount: Number(values.rounds), seconds, loadBefore });
    if (values.out !== undefined) await writeFile(values.out, text);
    return text;
  } finally {
    client.close();
    await farm.close();
  }
};

const inTurn = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
};

const resultText = (
  rounds: ReadonlyMap<Recorded, readonly Round[]>,
  { roundCount, seconds, loadBefore }: { roundCount: number; seconds: number; loadBefore: number },
): string => {
  const rows = [...rounds].map(([endpoint, done]) => tableRow(endpoint, done, endpoint.statements.length));
  return `# The control plane against a bare route with the same SQL

${machineFacts()}; load average before the run ${loadBefore.toFixed(1)}

\`npm run bench -- control-plane --rounds ${roundCount} --seconds ${seconds}\`: ${connections} connections, each asking again as soon as it is answered. The
bare fastify route in the same process sends the statements that the API sent, with new ids, and answers what the API
answered; it has no keys, limits, rules, schemas or log. Rounds alternate. Load generator and PostgreSQL share the cores.
The once-a-minute note that a key was used is left out on both sides: thousands of keys would write it on every request.

| | SQL statements | bare, requests/s | API, requests/s | ratio | API p50 | API p99 | event loop delay p99 |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

Median of ${roundCount} rounds (lowest–highest); the delay is the worst round's. Aims: ratio >= 0.6, delay < 50 ms.
`;
};
