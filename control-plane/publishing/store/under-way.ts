import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { liveStates } from '../publish-state.ts';

export interface PublishesUnderWay {
  readonly state: (typeof liveStates)[number];
  readonly count: number;
  /** Since the oldest of them was asked for; 0 where there is none. */
  readonly oldestSeconds: number;
}

/** The publishes that have not ended, by how far they are. Uses index publish_live_of_account, which holds no other. */
export const listUnderWay = async (db: Database): Promise<PublishesUnderWay[]> => {
  const rows = await db
    .selectFrom('publish')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .select(sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldest'))
    .where('state', 'in', liveStates)
    .groupBy('state')
    .execute();
  return liveStates.map((state) => {
    const row = rows.find((each) => each.state === state);
    return { state, count: row?.count ?? 0, oldestSeconds: Math.max(0, row?.oldest ?? 0) };
  });
};
