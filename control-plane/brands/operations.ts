import type { AssetOperations } from '../assets/operations.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { inTransaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { notFound, type Problem, Refusal } from '../http/refusal.ts';
import { joinPath } from '../http/text-check.ts';
import { type Brand, type BrandTraits, patchedTraits, type TakenLogo, traitsOfInput } from './brand.ts';
import type { BrandInput, BrandPatch } from './brand-input.ts';
import { logoColors } from './logo-colors.ts';
import * as store from './store.ts';

/** A brand whose pictures are in, ready to be written: nothing is fetched inside a transaction. */
export type PreparedBrand =
  | { readonly kind: 'stored'; readonly brand: Brand }
  | { readonly kind: 'new'; readonly traits: BrandTraits };

export interface BrandReference {
  readonly brandId?: string | undefined;
  readonly brand?: BrandInput | undefined;
}

export interface BrandPage {
  readonly brands: readonly Brand[];
  readonly total: number;
}

export interface BrandOperations {
  /**
   * What a request says about its brand, checked and fetched; null where it says nothing. Problems are values, so that
   * they can be reported with those of the scenes (N22). Throws a refusal of kind `not_found` for an unknown brandId.
   */
  prepareBrand(
    accountId: string,
    reference: BrandReference,
  ): Promise<{ readonly prepared: PreparedBrand | null } | { readonly problems: readonly Problem[] }>;
  /** Writes a prepared brand in the caller's transaction; the same description again is the same brand. */
  resolveBrand(trx: Transaction, accountId: string, prepared: PreparedBrand): Promise<Brand>;
  /** The brand of a project, deleted or not; null where there is none. */
  findBrand(db: Database | Transaction, accountId: string, brandId: string): Promise<Brand | null>;
  /** A brand that is still offered. Throws a refusal of kind `not_found`. */
  getBrand(accountId: string, brandId: string): Promise<Brand>;
  listBrands(accountId: string, page: { readonly page: number; readonly limit: number }): Promise<BrandPage>;
  createBrand(accountId: string, input: BrandInput): Promise<Brand>;
  patchBrand(accountId: string, brandId: string, patch: BrandPatch): Promise<Brand>;
  /** No longer offered; projects that have it keep it. Throws a refusal of kind `not_found`. */
  deleteBrand(accountId: string, brandId: string): Promise<void>;
}

export interface BrandDependencies {
  readonly db: Database;
  readonly assets: Pick<AssetOperations, 'intakeImage' | 'samplePixels'>;
}

/** Enough to tell colours by, little enough to count in a millisecond. */
const sampleSidePx = 64;

const websiteProblem = (path: string): Problem => ({
  path,
  code: 'BRAND_WEBSITE_UNAVAILABLE',
  message:
    'Reading a brand from a website needs a capture node, which this farm does not run. ' +
    'Give logoUrl, name, primaryColor and secondaryColor instead.',
});

const bothProblem: Problem = {
  path: 'brandId',
  code: 'BRAND_AMBIGUOUS',
  message: 'Give either brandId or brand, not both.',
};

const refusalOf = (problems: readonly Problem[]): Refusal => {
  const [first] = problems;
  return new Refusal('bad_request', {
    code: first?.code ?? 'BRAND_INVALID',
    message: first?.message ?? 'The brand cannot be used.',
    details: problems,
  });
};

export const brandOperations = ({ db, assets }: BrandDependencies): BrandOperations => {
  const takeLogo = async (
    accountId: string,
    url: string,
    path: string,
  ): Promise<{ readonly logo: TakenLogo } | { readonly problem: Problem }> => {
    const intake = await assets.intakeImage({ accountId, url, path });
    if ('problem' in intake) return intake;
    const pixels = await assets.samplePixels(intake.image, sampleSidePx);
    return { logo: { image: intake.image, colors: logoColors(pixels) } };
  };

  const prepareNew = async (
    accountId: string,
    input: BrandInput,
    path: string,
  ): Promise<{ readonly prepared: PreparedBrand } | { readonly problems: readonly Problem[] }> => {
    const problems: Problem[] = [];
    if (input.websiteUrl !== undefined) problems.push(websiteProblem(joinPath(path, 'websiteUrl')));
    const taken =
      input.logoUrl === undefined ? null : await takeLogo(accountId, input.logoUrl, joinPath(path, 'logoUrl'));
    if (taken !== null && 'problem' in taken) problems.push(taken.problem);
    if (problems.length > 0) return { problems };
    const logo = taken !== null && 'logo' in taken ? taken.logo : null;
    return { prepared: { kind: 'new', traits: traitsOfInput(input, logo) } };
  };

  const getBrand = async (accountId: string, brandId: string): Promise<Brand> => {
    const brand = await store.findOfferedBrand(db, accountId, brandId);
    if (brand === null) throw notFound('brand');
    return brand;
  };

  const written = async (trx: Transaction, accountId: string, brandId: string): Promise<Brand> => {
    const brand = await store.findBrand(trx, accountId, brandId);
    if (brand === null) throw new Error(`brand ${brandId} is not there after it was written`);
    return brand;
  };

  const insert = async (trx: Transaction, accountId: string, traits: BrandTraits): Promise<Brand> => {
    const id = newId('brd');
    await store.insertBrand(trx, accountId, id, traits);
    return written(trx, accountId, id);
  };

  return {
    async prepareBrand(accountId, { brandId, brand }) {
      if (brandId !== undefined && brand !== undefined) return { problems: [bothProblem] };
      if (brandId !== undefined) return { prepared: { kind: 'stored', brand: await getBrand(accountId, brandId) } };
      return brand === undefined ? { prepared: null } : prepareNew(accountId, brand, 'brand');
    },

    async resolveBrand(trx, accountId, prepared) {
      if (prepared.kind === 'stored') return prepared.brand;
      const equal = await store.findEqualBrand(trx, accountId, prepared.traits);
      return equal ?? insert(trx, accountId, prepared.traits);
    },

    findBrand: store.findBrand,
    getBrand,
    listBrands: (accountId, { page, limit }) => store.listBrands(db, accountId, { limit, offset: (page - 1) * limit }),

    async createBrand(accountId, input) {
      const result = await prepareNew(accountId, input, '');
      if ('problems' in result) throw refusalOf(result.problems);
      const { prepared } = result;
      return prepared.kind === 'stored'
        ? prepared.brand
        : inTransaction(db, (trx) => insert(trx, accountId, prepared.traits));
    },

    async deleteBrand(accountId, brandId) {
      if (!(await store.deleteBrand(db, accountId, brandId))) throw notFound('brand');
    },

    async patchBrand(accountId, brandId, patch) {
      await getBrand(accountId, brandId);
      const taken =
        typeof patch.logoUrl === 'string' ? await takeLogo(accountId, patch.logoUrl, 'logoUrl') : patch.logoUrl;
      if (taken !== null && taken !== undefined && 'problem' in taken) throw refusalOf([taken.problem]);
      return inTransaction(db, async (trx) => {
        const current = await store.lockBrand(trx, accountId, brandId);
        if (current === null) throw notFound('brand');
        const traits = patchedTraits(current, patch, taken === null || taken === undefined ? taken : taken.logo);
        await store.updateBrand(trx, accountId, brandId, traits);
        return written(trx, accountId, brandId);
      });
    },
  };
};
