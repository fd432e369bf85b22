import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import type { StoredImage } from '../assets/stored-image.ts';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok, pageQuery, pagination } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import type { Brand } from './brand.ts';
import { brandInputSchema, brandPatchSchema } from './brand-input.ts';
import { brandSchema, brandView } from './brand-view.ts';
import type { BrandOperations } from './operations.ts';

const logoUrlSeconds = 3_600;
const params = z.object({ id: z.string().describe('The id of the brand') });

export interface BrandRoutesDeps {
  readonly brands: BrandOperations;
  readonly store: Pick<ObjectStore, 'signRead'>;
}

/** GET and POST /brands, GET, PATCH and DELETE /brands/:id (N12). */
export const brandRoutes =
  ({ brands, store }: BrandRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const sign = async (image: StoredImage | null | undefined): Promise<string | null> =>
      image == null ? null : store.signRead(image.storageKey, { expiresInSeconds: logoUrlSeconds });
    const view = async (brand: Brand): Promise<z.infer<typeof brandSchema>> => {
      const { logo, origin } = brand;
      const [logoUrl, logoDarkUrl, iconUrl] = await Promise.all([logo, origin?.logoDark, origin?.icon].map(sign));
      return brandView(brand, {
        logoUrl: logoUrl ?? null,
        logoDarkUrl: logoDarkUrl ?? null,
        iconUrl: iconUrl ?? null,
      });
    };

    const answer = async (brand: Promise<Brand>) => ok(await view(await brand));
    const list = async (accountId: string, { page, limit }: { page: number; limit: number }) => {
      const found = await brands.listBrands(accountId, { page, limit });
      const views = await Promise.all(found.brands.map(view));
      return ok({ brands: views }, { pagination: pagination(page, limit, found.total) });
    };

    api.get(
      '/brands',
      {
        config: { scope: 'brands:read' },
        schema: {
          summary: 'List brands, newest first',
          tags: ['Brands'],
          querystring: z.object(pageQuery),
          response: { 200: envelope(z.object({ brands: z.array(brandSchema) })), ...errorResponses() },
        },
      },
      (request) => list(callerOf(request).accountId, request.query),
    );

    api.get(
      '/brands/:id',
      {
        config: { scope: 'brands:read' },
        schema: {
          summary: 'Read a brand',
          tags: ['Brands'],
          params,
          response: { 200: envelope(brandSchema), ...errorResponses(404) },
        },
      },
      (request) => answer(brands.getBrand(callerOf(request).accountId, request.params.id)),
    );

    api.post(
      '/brands',
      {
        config: { scope: 'brands:write' },
        schema: {
          summary: 'Create a brand',
          description:
            'With a websiteUrl the site is read: name, logo, colours, fonts and tone; what the body gives overrides it. ' +
            'A request that names the site alone answers the brand that the account has of it already, for 30 days. A ' +
            'site that cannot be read makes a brand with status failed and a warning.',
          tags: ['Brands'],
          body: brandInputSchema,
          response: { 201: envelope(brandSchema), ...errorResponses() },
        },
      },
      async (request, reply) => {
        const { brand, warnings } = await brands.createBrand(callerOf(request).accountId, request.body);
        return reply.code(201).send(ok(await view(brand), { warnings: [...warnings] }));
      },
    );

    api.patch(
      '/brands/:id',
      {
        config: { scope: 'brands:write' },
        schema: {
          summary: 'Change a brand',
          tags: ['Brands'],
          params,
          body: brandPatchSchema,
          response: { 200: envelope(brandSchema), ...errorResponses(404) },
        },
      },
      (request) => answer(brands.patchBrand(callerOf(request).accountId, request.params.id, request.body)),
    );

    api.post(
      '/brands/:id/refresh',
      {
        config: { scope: 'brands:write' },
        schema: {
          summary: 'Read the website of a brand again',
          description: 'What callers gave of the brand stays; everything else is as the site says now.',
          tags: ['Brands'],
          params,
          response: { 200: envelope(brandSchema), ...errorResponses(404, 503) },
        },
      },
      (request) => answer(brands.refreshBrand(callerOf(request).accountId, request.params.id)),
    );

    api.delete(
      '/brands/:id',
      {
        config: { scope: 'brands:write' },
        schema: {
          summary: 'Delete a brand',
          tags: ['Brands'],
          params,
          response: {
            200: envelope(z.object({ deleted: z.literal(true), brandId: z.string() })),
            ...errorResponses(404),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        await brands.deleteBrand(callerOf(request).accountId, id);
        return ok({ deleted: true as const, brandId: id });
      },
    );
  };
