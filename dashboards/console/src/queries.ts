import type { TemplateDetail } from '@reelyard/shared/sdk/operations.gen.ts';
import { eachPage } from '@reelyard/shared/sdk/reelyard-client.ts';
import { dataOf, farm } from './api.ts';

/** Signed addresses of films and pictures run out: what holds some is read again before. */
const signedStaleMs = 4 * 60_000;

export const projectQuery = (projectId: string) => ({
  queryKey: ['project', projectId],
  queryFn: () => dataOf(farm.getProject({ projectId })),
});

export const publishStatusQuery = (projectId: string) => ({
  queryKey: ['publish', projectId],
  queryFn: () => dataOf(farm.getPublishStatus({ projectId })),
  staleTime: signedStaleMs,
});

/** Every template that is offered; the library changes with a release only. */
export const templatesQuery = {
  queryKey: ['templates', 'all'],
  queryFn: async () => {
    const templates = [];
    for await (const page of eachPage(farm.listTemplates, { limit: 100 })) templates.push(...page.templates);
    return templates;
  },
  staleTime: 10 * 60_000,
};

/** A template with its layers, by id or slug. */
export const templateQuery = (id: string) => ({
  queryKey: ['template', id],
  queryFn: (): Promise<TemplateDetail> => dataOf(farm.getTemplate({ id })),
  staleTime: 10 * 60_000,
});

export const brandsQuery = {
  queryKey: ['brands', 'all'],
  queryFn: async () => {
    const brands = [];
    for await (const page of eachPage(farm.listBrands, { limit: 100 })) brands.push(...page.brands);
    return brands;
  },
  staleTime: signedStaleMs,
};

export const musicQuery = {
  queryKey: ['music', 'all'],
  queryFn: async () => (await dataOf(farm.listMusic({ limit: 100 }))).tracks,
  staleTime: 10 * 60_000,
};

export const voicesQuery = {
  queryKey: ['voices', 'all'],
  queryFn: async () => (await dataOf(farm.listVoices({ limit: 100 }))).voices,
  staleTime: 60_000,
};
