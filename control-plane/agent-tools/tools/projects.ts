import { z } from 'zod';
import { keyed } from '../in-process-fetch.ts';
import { changes, defineTool, ownIdempotencyKey, reads, recordId } from '../tool.ts';
import { applyEdits, editSchema } from './edit-steps.ts';
import { projectAnswer, projectFacts } from './project-facts.ts';

const sceneInput = z.strictObject({
  templateId: z.string().describe('slug or id'),
  title: z.string().optional(),
  voiceoverText: z.string().optional().describe('Narration, within maxChars of the template'),
  parameters: z.record(z.string(), z.unknown()).optional().describe('Field key -> value; see video_get_template'),
});

const createProject = defineTool({
  name: 'video_create_project',
  title: 'Create a project',
  description:
    'Creates a project with all its scenes; all problems are told at once and nothing is created where there is one. Free.',
  hints: changes(),
  input: z.strictObject({
    title: z.string().optional(),
    scenes: z.array(sceneInput).min(1).describe('In order; test keys: 4 at most'),
    brandWebsiteUrl: z.string().optional().describe('Logo, colours and fonts are read from this public https site'),
    brandName: z.string().optional(),
    logoUrl: z.string().optional(),
    primaryColor: z.string().optional().describe('#rrggbb'),
    secondaryColor: z.string().optional().describe('#rrggbb'),
    brandId: z.string().optional().describe('An existing brand, instead of the brand fields'),
    idempotencyKey: ownIdempotencyKey.describe('Same key and arguments within 24 h: one project'),
  }),
  output: projectFacts,
  async run(input, { api }) {
    const { brandWebsiteUrl, brandName, logoUrl, primaryColor, secondaryColor, idempotencyKey, ...body } = input;
    const brand = { websiteUrl: brandWebsiteUrl, name: brandName, logoUrl, primaryColor, secondaryColor };
    const hasBrand = Object.values(brand).some((value) => value !== undefined);
    const { data } = await api.createProject(
      { body: { ...body, ...(hasBrand ? { brand } : {}) } },
      keyed(idempotencyKey),
    );
    return projectAnswer(data, { said: 'Created.' });
  },
});

const getProject = defineTool({
  name: 'video_get_project',
  title: 'Read a project',
  description: 'A project with its scenes, what is still missing and what to do next. Free.',
  hints: reads,
  input: z.strictObject({
    projectId: recordId,
    fromScene: z.int().min(0).default(0).describe('Position of the first scene to show'),
  }),
  output: projectFacts,
  async run({ projectId, fromScene }, { api }) {
    const { data } = await api.getProject({ projectId });
    return projectAnswer(data, { said: `${data.sceneCount} scenes.`, fromScene });
  },
});

const editProject = defineTool({
  name: 'video_edit_project',
  title: 'Edit a project',
  description:
    'Does edits one after the other and stops at the first that is refused: what was done before stays, and applied says how many. Each needs its own request of the rate limit. Free; changed scenes cost a render at the next publish.',
  hints: changes({ destructiveHint: true }),
  input: z.strictObject({
    projectId: recordId,
    ops: z.array(editSchema).min(1).max(20),
    revision: z.int().optional().describe('Refuses where the project is another one by now'),
  }),
  output: projectFacts.extend({
    applied: z.int(),
    failed: z
      .object({ index: z.int(), code: z.string(), message: z.string(), details: z.array(z.unknown()) })
      .nullable()
      .describe('The edit that was refused; those after it were not tried'),
    notes: z.array(z.string()),
  }),
  async run({ projectId, ops, revision }, { api }) {
    const { applied, failed, notes } = await applyEdits(api, { projectId, ops, revision });
    const { data } = await api.getProject({ projectId });
    const refused = failed === null ? '' : ` Edit ${failed.index} was refused: ${failed.code} ${failed.message}`;
    const answer = projectAnswer(data, { said: `${applied} of ${ops.length} edits done.${refused}` });
    return { ...answer, structured: { ...answer.structured, applied, failed, notes } };
  },
});

export const projectTools = [createProject, getProject, editProject];
