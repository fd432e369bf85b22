import type { z } from 'zod';
import type { Problem } from '../http/refusal.ts';
import { unusableTexts } from '../http/text-check.ts';
import { maxScenes } from './project.ts';
import { createProjectBody, sceneBody } from './project-bodies.ts';

/**
 * A body, or a part of one, as it was sent: the members whose shape is right. What is wrong with the others is in
 * `problems`; the rules run on the rest, so that one answer names everything (N22).
 */
export interface Submitted<Fields> {
  readonly fields: Partial<Fields>;
  /** True where a member was left out: what seems to be missing may be what is wrong. */
  readonly isPartial: boolean;
}

/** The body of a request with what is wrong with its shape. */
export interface SubmittedBody<Fields> extends Submitted<Fields> {
  readonly problems: readonly Problem[];
}

type SceneFields = z.infer<typeof sceneBody>;

export interface SubmittedProject {
  readonly fields: Partial<Omit<z.infer<typeof createProjectBody>, 'scenes'>>;
  readonly isPartial: boolean;
  readonly problems: readonly Problem[];
  /** Of those that are too many to make a project, the first ones. */
  readonly scenes: readonly Submitted<SceneFields>[];
  /** How many were sent. */
  readonly sceneCount: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of layers are judged one by one, by rules that take any text. */
const judgedByRules = 'parameters';

/** The members of `value` whose shape `schema` takes, and which hold no text that cannot be stored. */
const usableFields = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  value: unknown,
): Submitted<z.infer<z.ZodObject<Shape>>> => {
  const record = isRecord(value) ? value : {};
  const fields: Record<string, unknown> = {};
  let isPartial = !isRecord(value);
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(record, name)) continue;
    const parsed = (field as z.ZodType).safeParse(record[name]);
    const isUsable = parsed.success && (name === judgedByRules || unusableTexts(parsed.data).length === 0);
    if (isUsable) fields[name] = parsed.data;
    else isPartial = true;
  }
  return { fields: fields as Partial<z.infer<z.ZodObject<Shape>>>, isPartial };
};

/** A body that is one scene, or a part of one. `problems` = what is wrong with its shape. */
export const submittedBody = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  body: unknown,
  problems: readonly Problem[],
): SubmittedBody<z.infer<z.ZodObject<Shape>>> => {
  if (problems.length === 0) return { fields: body as z.infer<z.ZodObject<Shape>>, isPartial: false, problems };
  return { ...usableFields(schema, body), problems };
};

const projectFields = createProjectBody.omit({ scenes: true });

/** S34: the body of POST /projects. A scene counts as partial too where the title or the brand of the project is. */
export const submittedProject = (body: unknown, problems: readonly Problem[]): SubmittedProject => {
  const sent = isRecord(body) && Array.isArray(body['scenes']) ? (body['scenes'] as unknown[]) : [];
  const first = sent.slice(0, maxScenes.live);
  if (problems.length === 0) {
    const { scenes: _scenes, ...fields } = body as z.infer<typeof createProjectBody>;
    const scenes = first.map((scene) => ({ fields: scene as SceneFields, isPartial: false }));
    return { fields, isPartial: false, problems, scenes, sceneCount: sent.length };
  }
  const { fields, isPartial } = usableFields(projectFields, body);
  const scenes = first.map((scene) => {
    const own = usableFields(sceneBody, scene);
    return { ...own, isPartial: own.isPartial || isPartial };
  });
  return { fields, isPartial, problems, scenes, sceneCount: sent.length };
};
