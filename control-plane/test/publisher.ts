import { sql } from 'kysely';
import type { PlanSlug } from '../plans/plan.ts';
import { type FakeNode, fakeNode } from './fake-node.ts';
import type { Answer, Farm } from './harness.ts';

let accountCount = 0;

/** What a caller of the REST API does to publish, each with one key of an account of its own. */
export const publisher = async (
  farm: Farm,
  { environment = 'live', plan = 'pro' }: { environment?: 'live' | 'test'; plan?: PlanSlug } = {},
) => {
  accountCount += 1;
  const accountId = `acc_publisher_${accountCount}`;
  const key = await farm.newKey({ accountId, environment, plan });
  const call = (
    ...request: Parameters<Farm['call']> extends [unknown, ...infer Rest] ? Rest : never
  ): Promise<Answer> => farm.call(key, ...request);
  /** The data of an answer that must be a success. */
  const data = async (...request: Parameters<typeof call>) => {
    const { status, body } = await call(...request);
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body.data;
  };
  return {
    accountId,
    key,
    call,
    data,

    /** A project with one scene per headline. */
    async createProject(headlines: readonly string[], more: object = {}): Promise<string> {
      const scenes = headlines.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
      return (await data('POST', '/projects', { title: 'Launch day', scenes, ...more })).id;
    },
    async sceneIds(projectId: string): Promise<string[]> {
      const { scenes } = await data('GET', `/projects/${projectId}`);
      return scenes.map((scene: { id: string }) => scene.id);
    },
    editScene: (projectId: string, sceneId: string, body: object) =>
      data('PATCH', `/projects/${projectId}/scenes/${sceneId}`, body),
    publish: (projectId: string, body: object = {}) => call('POST', `/projects/${projectId}/publish`, body),
    plan: (projectId: string, body: object = {}) => call('POST', `/projects/${projectId}/publish/plan`, body),
    status: (projectId: string) => data('GET', `/projects/${projectId}/publish/status`),

    async balance(): Promise<{ available: number; held: number }> {
      const { rows } = await sql<{ available: number; held: number }>`
        select sum(available)::int as available, sum(held)::int as held from balance
         where account_id = ${accountId}`.execute(farm.db);
      return rows[0] ?? { available: 0, held: 0 };
    },
  };
};
export type Publisher = Awaited<ReturnType<typeof publisher>>;

/** An idle farm with one node: what waits is forgotten, whoever worked is gone. */
export const idleFarm = async (farm: Farm): Promise<FakeNode> => {
  await sql`update node set state = 'offline'`.execute(farm.db);
  await sql`delete from pgboss.job where state < 'completed'`.execute(farm.db);
  return fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
};
