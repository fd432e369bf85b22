import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { type Lease, parseLease } from '@reelyard/shared/contracts/node-protocol.ts';
import type { Container, Quality } from '@reelyard/shared/contracts/render-format.ts';
import { sql } from 'kysely';
import { type FakeNode, fakeNode } from './fake-node.ts';
import type { Answer, Farm } from './harness.ts';
import { type Random, seededRandom } from './random.ts';

const exportCredits: Record<Quality, number> = { '720p': 1, '1080p': 2, '4K': 4 };
const refunded: JobFailure[] = [
  { blame: 'input', retryable: false, stage: 'prepare', code: 'LAYER_UNRESOLVED', message: 'No such picture.' },
  { blame: 'engine', retryable: false, stage: 'encode', code: 'ENGINE_BROKEN', message: 'Our own fault.' },
];
const kept: JobFailure = {
  blame: 'input',
  retryable: false,
  stage: 'encode',
  code: 'TOO_MUCH',
  message: 'It cannot be encoded.',
};

interface Options {
  readonly quality: Quality;
  readonly format: Container;
}

interface Run extends Options {
  readonly requestId: string;
  readonly kind: 'publish' | 'render';
  readonly quoted: number;
  /** Scenes that are paid now, and what they show. */
  readonly paidScenes: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  readonly order: readonly string[];
  /** Scenes that were drawn when they were asked for again (N32). */
  readonly redrawn: ReadonlySet<string>;
  /** What has come back, or was never taken. */
  returned: number;
  isOver: boolean;
}

interface Project {
  readonly id: string;
  scenes: { id: string; text: string }[];
  live: Run | null;
}

const look = (text: string, { quality, format }: Options): string => `${text} ${quality} ${format}`;

/**
 * One account that edits, plans, publishes, renders and cancels at random, with a node whose jobs end at random, and a
 * model of forty lines that says what everything has to cost. Throws with the seed where the farm says otherwise.
 */
const runSequence = async (farm: Farm, random: Random, accountId: string, steps: number): Promise<number> => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => farm.newKey({ accountId })));
  let requestCount = 0;
  const call = (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: object): Promise<Answer> => {
    requestCount += 1;
    return farm.call(keys[requestCount % keys.length] ?? '', method, path, body);
  };
  const newNode = (): Promise<FakeNode> => fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name: accountId });
  let node = await newNode();
  const projects: Project[] = [];
  const runs: Run[] = [];
  /** Texts whose picture was drawn, or failed by the caller's own fault: never paid again (N51). */
  const paid = new Set<string>();
  const drawn = new Set<string>();
  /** Finished videos with the moment they were finished, and the moment a look was drawn again by force (N18, N32). */
  const videos = new Map<string, number>();
  const redrawnAt = new Map<string, number>();
  let moment = 0;

  const check = (isRight: boolean, what: string, details: unknown): void => {
    if (!isRight) throw new Error(`${what}: ${JSON.stringify(details)}`);
  };
  const text = (): string => `Text ${random.below(9)}`;
  const options = (): Options => ({
    quality: random.pick(['720p', '1080p', '4K']),
    format: random.chance(0.85) ? 'mp4' : 'webm',
  });
  const videoOf = (project: Project, chosen: Options): string =>
    JSON.stringify([project.id, chosen.quality, chosen.format, ...project.scenes.map((scene) => scene.text)]);
  const isThere = (project: Project, chosen: Options): boolean => {
    const finishedAt = videos.get(videoOf(project, chosen));
    return (
      finishedAt !== undefined &&
      project.scenes.every((scene) => (redrawnAt.get(look(scene.text, chosen)) ?? 0) < finishedAt)
    );
  };

  /** The model of the price: what is drawn, and which of it is paid. */
  const price = (scenes: Project['scenes'], chosen: Options, force: boolean) => {
    const seen = new Set<string>();
    const own = new Set(paid);
    const paidScenes = new Set<string>();
    for (const scene of scenes) {
      const isDrawn = force || !drawn.has(look(scene.text, chosen));
      if (!isDrawn || seen.has(scene.text)) continue;
      seen.add(scene.text);
      if (force || !own.has(scene.text)) paidScenes.add(scene.id);
      own.add(scene.text);
    }
    return paidScenes;
  };

  const create = async (): Promise<void> => {
    const texts = Array.from({ length: 1 + random.below(3) }, text);
    const scenes = texts.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
    const { body } = await call('POST', '/projects', { title: 'Prices', scenes });
    const ids: string[] = body.data.scenes.map(({ id }: { id: string }) => id);
    projects.push({
      id: body.data.id,
      scenes: ids.map((id, index) => ({ id, text: texts[index] ?? '' })),
      live: null,
    });
  };

  const edit = async (project: Project): Promise<void> => {
    const headline = text();
    const dice = random.next();
    if (dice < 0.2 && project.scenes.length < 4) {
      const scene = { templateId: 'big-claim', parameters: { headline } };
      const { body } = await call('POST', `/projects/${project.id}/scenes`, scene);
      project.scenes.push({ id: body.data.scene.id, text: headline });
    } else if (dice < 0.35 && project.scenes.length > 1) {
      const gone = random.pick(project.scenes);
      await call('DELETE', `/projects/${project.id}/scenes/${gone.id}`);
      project.scenes = project.scenes.filter((scene) => scene !== gone);
    } else {
      const scene = random.pick(project.scenes);
      await call('PATCH', `/projects/${project.id}/scenes/${scene.id}`, { parameters: { headline } });
      scene.text = headline;
    }
  };

  const begin = (
    project: Project,
    body: Answer['body'],
    run: Pick<Run, 'kind' | 'quoted' | 'paidScenes'>,
    o: Options,
  ) => {
    const live: Run = {
      ...run,
      ...o,
      requestId: body.data.requestId,
      texts: new Map(project.scenes.map((scene) => [scene.id, scene.text])),
      order: project.scenes.map((scene) => scene.text),
      redrawn: new Set(project.scenes.filter((scene) => drawn.has(look(scene.text, o))).map(({ id }) => id)),
      returned: 0,
      isOver: false,
    };
    runs.push(live);
    project.live = live;
  };

  const publish = async (project: Project): Promise<void> => {
    const chosen = options();
    const path = `/projects/${project.id}/publish`;
    const planned = await call('POST', `${path}/plan`, chosen);
    check(planned.status === 200, 'a plan was refused', planned.body);
    const plan = planned.body.data;
    if (project.live) {
      check(plan.price.credits === 0 || !plan.canPublish, 'a second publish at once is offered', plan);
      return;
    }
    const isFree = isThere(project, chosen);
    const paidScenes = isFree ? new Set<string>() : price(project.scenes, chosen, false);
    const expected = isFree ? 0 : paidScenes.size + exportCredits[chosen.quality];
    check(plan.price.credits === expected, 'the plan quotes another price than the model', { expected, plan });
    const isChanged = random.chance(0.15);
    const before = JSON.stringify(project.scenes);
    if (isChanged) await edit(project);
    const isPlanned = random.chance(0.6);
    const answer = await call('POST', path, isPlanned ? { planId: plan.planId ?? 'pln_none' } : chosen);
    if (!plan.canPublish) {
      check(answer.status >= 400 || isChanged, 'a publish that was refused by its plan was taken', answer.body);
      if (answer.status >= 400) return;
    }
    if (isPlanned && isChanged && JSON.stringify(project.scenes) !== before) {
      check(answer.status === 409, 'a plan held that its project did not', { plan, answer: answer.body });
      return;
    }
    // Without a plan, or after an edit that changed nothing, the price is that of the moment.
    const isStillFree = isThere(project, chosen);
    const nowPaid = isStillFree ? new Set<string>() : price(project.scenes, chosen, false);
    const now = isStillFree ? 0 : nowPaid.size + exportCredits[chosen.quality];
    if (answer.status === 402) return;
    check(answer.status === 200, 'a publish was refused', answer.body);
    check(answer.body.data.credits.reserved === now, 'the publish takes another price than the model', {
      now,
      answer: answer.body.data,
    });
    if (!isStillFree) begin(project, answer.body, { kind: 'publish', quoted: now, paidScenes: nowPaid }, chosen);
  };

  const render = async (project: Project): Promise<void> => {
    if (project.live) return;
    const chosen = options();
    const scenes = project.scenes.filter(() => random.chance(0.6));
    if (scenes.length === 0) return;
    const force = random.chance(0.3);
    const paidScenes = price(scenes, chosen, force);
    const body = { ...chosen, force, sceneIds: scenes.map(({ id }) => id) };
    const answer = await call('POST', `/projects/${project.id}/render/start`, body);
    if (answer.status === 402) return;
    check(answer.status === 200, 'a render was refused', answer.body);
    check(answer.body.data.creditsReserved === paidScenes.size, 'a render takes another price than the model', {
      paid: [...paidScenes],
      answer: answer.body.data,
    });
    begin({ ...project, scenes }, answer.body, { kind: 'render', quoted: paidScenes.size, paidScenes }, chosen);
    const run = runs.at(-1);
    if (!run) return;
    project.live = answer.body.data.queued > 0 ? run : null;
    run.isOver = project.live === null;
  };

  const cancel = async (project: Project): Promise<void> => {
    const answer = await call('POST', `/projects/${project.id}/publish/cancel`);
    const run = project.live;
    if (!run) return check(answer.status === 400, 'nothing was cancelled', answer.body);
    const charged = (await chargesOf(farm, [run.requestId])).get(run.requestId) ?? 0;
    const released = run.quoted - run.returned - charged;
    check(answer.body.data.creditsReleased === released, 'a cancel releases something else', {
      released,
      ...answer.body,
    });
    run.returned += released;
    run.isOver = true;
    project.live = null;
  };

  const sceneEnded = (run: Run, sceneId: string, end: 'done' | 'refunded' | 'kept'): void => {
    const shown = run.texts.get(sceneId) ?? '';
    moment += 1;
    if (end === 'refunded') {
      if (run.paidScenes.has(sceneId)) run.returned += 1;
      return;
    }
    if (end === 'done') {
      if (run.redrawn.has(sceneId)) redrawnAt.set(look(shown, run), moment);
      drawn.add(look(shown, run));
    }
    if (end === 'done' || run.paidScenes.has(sceneId)) paid.add(shown);
  };

  /** No lease and no node is given up here, however slow the machine is: how a job ends is the dice's alone. */
  const hold = async ({ jobId }: Lease): Promise<void> => {
    await sql`update lease set heartbeat_at = now() + interval '1 hour' where job_id = ${jobId} and ended_at is null`.execute(
      farm.db,
    );
    await sql`update node set seen_at = now() + interval '1 hour' where id = ${node.nodeId}`.execute(farm.db);
  };

  /** Ends one job at random; false where none waits. */
  const work = async (): Promise<boolean> => {
    const answer = await node.tryLease();
    if (answer.status === 423) {
      node = await newNode();
      return true;
    }
    if (answer.status !== 200) return false;
    const held: Lease = parseLease(answer.body);
    await hold(held);
    const isBad = random.chance(0.15);
    const failure = isBad ? random.pick(held.kind === 'scene.render' ? [...refunded, kept] : refunded) : null;
    if (failure) await node.fail(held, failure);
    else await node.finish(held);
    if (held.kind === 'scene.render') {
      const { sceneId, renditionHash } = held.payload;
      const run = runs.find((each) => !each.isOver && each.texts.has(sceneId));
      if (!run) throw new Error(`scene ${sceneId} (${renditionHash}) belongs to no run`);
      sceneEnded(run, sceneId, failure === null ? 'done' : failure === kept ? 'kept' : 'refunded');
    }
    await settleRuns();
    return true;
  };

  /** What has ended since is noted as the farm tells it: whether, and with a video or without. */
  const settleRuns = async (): Promise<void> => {
    for (const project of projects) {
      const run = project.live;
      if (!run) continue;
      const { rows } = await sql<{ state: string }>`select state from publish where id = ${run.requestId}`.execute(
        farm.db,
      );
      const state = rows[0]?.state ?? '';
      if (['rendering', 'narrating', 'exporting'].includes(state)) continue;
      run.isOver = true;
      project.live = null;
      if (state === 'completed') {
        moment += 1;
        videos.set(JSON.stringify([project.id, run.quality, run.format, ...run.order]), moment);
      } else if (run.kind === 'publish') run.returned += exportCredits[run.quality];
    }
  };

  await create();
  for (let step = 0; step < steps; step += 1) {
    const dice = random.next();
    const project = random.pick(projects);
    if (dice < 0.08 && projects.length < 3) await create();
    else if (dice < 0.25) await edit(project);
    else if (dice < 0.5) await publish(project);
    else if (dice < 0.57) await render(project);
    else if (dice < 0.63) await cancel(project);
    else await work();
  }
  while (await work());
  await node.goodbye();

  const charges = await chargesOf(
    farm,
    runs.map(({ requestId }) => requestId),
  );
  for (const run of runs) {
    const charged = charges.get(run.requestId) ?? 0;
    check(charged === run.quoted - run.returned, 'quoted is not charged and returned', { charged, ...run });
  }
  const { rows } = await sql<{ spent: number; held: number }>`
    select (150 - sum(available))::int as spent, sum(held)::int as held from balance where account_id = ${accountId}`.execute(
    farm.db,
  );
  const spent = runs.reduce((sum, run) => sum + run.quoted - run.returned, 0);
  const isRight = runs.length === 0 || (rows[0]?.spent === spent && rows[0].held === 0);
  check(isRight, 'the balance is not what was spent', { spent, row: rows[0] });
  return runs.length;
};

/** Net credits by publish, as the ledger tells them. */
const chargesOf = async (farm: Farm, requestIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; credits: number }>`
    select split_part(subject, ':', 2) as id,
           sum(case kind when 'charge' then -d_held when 'refund' then -d_available else 0 end)::int as credits
      from credit_ledger where split_part(subject, ':', 2) = any(${requestIds}::text[]) group by 1`.execute(farm.db);
  return new Map(rows.map(({ id, credits }) => [id, credits]));
};

export interface PriceSequences {
  readonly farm: Farm;
  readonly sequences: number;
  readonly steps: number;
  readonly seed: number;
  readonly onSequence?: (done: number) => void;
}

/** S121: the price that is quoted is what is charged less what comes back. @returns publishes */
export const runPriceSequences = async (run: PriceSequences): Promise<number> => {
  const { farm, sequences, steps, seed, onSequence } = run;
  let publishes = 0;
  for (let index = 0; index < sequences; index += 1) {
    const own = seed + index;
    try {
      publishes += await runSequence(farm, seededRandom(own), `acc_price_${own}`, steps);
    } catch (cause) {
      throw new Error(`sequence of seed ${own} (${steps} steps) failed`, { cause });
    }
    onSequence?.(index + 1);
  }
  return publishes;
};
