import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { compose } from '../compose.ts';
import { fakeNode } from './fake-node.ts';
import { startFarm } from './harness.ts';

test('B15, C1: a control plane that goes away mid-publish loses nothing; the next one finishes it, charged once', async () => {
  const farm = await startFarm();
  try {
    const scenes = ['One', 'Two', 'Three'].map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
    const project = await farm.call(farm.keys.live, 'POST', '/projects', { title: 'T', scenes });
    const projectId: string = project.body.data.id;
    await farm.call(farm.keys.live, 'POST', `/projects/${projectId}/publish`, {});
    const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
    await node.finish(await node.lease());
    const held = await node.lease();

    await farm.app.close();
    // Another control plane on the same database: what the first one knew is worth nothing to it.
    const next = await compose({
      config: farm.config,
      logger: pino({ level: 'silent' }),
      clock: () => farm.clock.now(),
    });
    try {
      await sql`update lease set heartbeat_at = now() - interval '16 seconds' where ended_at is null`.execute(next.db);
      const other = await fakeNode(next.app, farm.config.FARM_NODE_TOKEN, { name: 'other' });
      const statusOf = async () =>
        (
          await next.app.inject({
            method: 'GET',
            url: `/api/v2/projects/${projectId}/publish/status`,
            headers: { 'x-api-key': farm.keys.live },
          })
        ).json().data;
      const finished: string[] = [];
      while ((await statusOf()).phase !== 'completed') {
        const answer = await other.tryLease(5);
        if (answer.status !== 200) continue;
        await other.finish(answer.body);
        finished.push(answer.body.jobId);
      }
      expect(finished).toContain(held.jobId);
      const { rows } = await sql<{ charged: number; held: number }>`
        select (select -sum(d_held)::int from credit_ledger where kind = 'charge') as charged,
               (select sum(held)::int from balance) as held`.execute(next.db);
      expect(rows).toEqual([{ charged: 5, held: 0 }]);
    } finally {
      await next.close();
    }
  } finally {
    await farm.close();
  }
});
