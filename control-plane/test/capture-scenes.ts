import { sql } from 'kysely';
import sharp from 'sharp';
import type { CaptureValue } from '../projects/scene-capture.ts';
import { type FakePart, fakeScale, pictureBoxOf } from './fake-capture-node.ts';
import type { Answer, Farm } from './harness.ts';
import type { Publisher } from './publisher.ts';

/** A page with a secret in its query. */
export const page = 'https://shop.example/pricing?token=secret';

export interface CaptureScene {
  readonly projectId: string;
  readonly sceneId: string;
  /** Below which captures are asked for. */
  readonly path: string;
}

/** A project of one scene. */
export const sceneWith = async (maker: Publisher, templateId: string): Promise<CaptureScene> => {
  const scenes = [{ templateId, title: 'Our shop' }];
  const { id, scenes: made } = await maker.data('POST', '/projects', { title: 'Launch', scenes });
  const sceneId: string = made[0].id;
  return { projectId: id, sceneId, path: `/projects/${id}/scenes/${sceneId}` };
};

export const readScene = async (maker: Publisher, { projectId, sceneId }: CaptureScene) =>
  (await maker.data('GET', `/projects/${projectId}`)).scenes.find((scene: { id: string }) => scene.id === sceneId);

/** Path and code of every problem of an answer. */
export const problemsOf = ({ body }: Answer): [string, string][] =>
  (body.details ?? []).map((each: { path: string; code: string }) => [each.path, each.code]);

/** Credits of an account that are spent, and that are set aside. */
export const spentBy = async ({ db }: Farm, maker: Publisher): Promise<{ used: number; held: number }> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(-sum(d_held), 0)::int as used from credit_ledger
     where account_id = ${maker.accountId} and kind = 'charge'`.execute(db);
  return { used: rows[0]?.used ?? 0, held: (await maker.balance()).held ?? 0 };
};

const hexOfPixel = async (picture: Buffer | string, left: number, top: number): Promise<string> => {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return `#${[...pixel].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

/** The colour of a picture that an answer gives the address of. */
export const pixelAt = async (farm: Farm, url: string, left: number, top: number): Promise<string> => {
  const { pathname, search } = new URL(url);
  const file = await farm.app.inject({ method: 'GET', url: pathname + search });
  return hexOfPixel(file.rawPayload, left, top);
};

/** What the slot of a scene shows, as it is stored. */
export const shownValue = async (farm: Farm, sceneId: string): Promise<CaptureValue> => {
  const row = await farm.db.selectFrom('scene').select('captures').where('id', '=', sceneId).executeTakeFirstOrThrow();
  const shown = (row.captures as Record<string, { value: CaptureValue }>)['page'];
  if (shown === undefined) throw new Error(`scene ${sceneId} shows nothing`);
  return shown.value;
};

export const storedFilePath = (farm: Farm, storageKey: string): string =>
  `${farm.config.FARM_DATA}/objects/${storageKey}.object/body`;

/** What lies on the clean plate of a scene where a part was. */
export const plateColor = async (farm: Farm, sceneId: string, part: FakePart): Promise<string> => {
  const { plate } = await shownValue(farm, sceneId);
  const place = storedFilePath(farm, plate?.storageKey ?? '');
  // At its very corner: what is laid over lies where the part's picture lay, to the pixel.
  const { x, y } = pictureBoxOf(part);
  return hexOfPixel(place, x * fakeScale, y * fakeScale);
};
