import type { AssetOperations } from '../assets/operations.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { inTransaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { earlierResult, once } from '../http/once.ts';
import { notFound, type Problem, Refusal } from '../http/refusal.ts';
import { joinPath } from '../http/text-check.ts';
import { type Brand, type BrandDraft, patchedGiven, patchedTraits, type TakenLogo, traitsOfInput } from './brand.ts';
import type { BrandInput, BrandPatch } from './brand-input.ts';
import { logoColors } from './logo-colors.ts';
import { sampleSidePx, type WebsiteReader } from './operations/read-website.ts';
import { type PreparedWebsite, websiteBrands } from './operations/website-brands.ts';
import type { PageAddressPolicy } from './page-address.ts';
import * as store from './store.ts';

/** A brand whose pictures are in, ready to be written: nothing is fetched inside a transaction. */
export type PreparedBrand =
  | { readonly kind: 'stored'; readonly brand: Brand }
  | { readonly kind: 'new'; readonly draft: BrandDraft }
  | PreparedWebsite;

/** What is still to be said about a brand that can be used: a website that could not be read (S20). */
export type BrandWarning = Problem;

export type Preparation<P> =
  | { readonly prepared: P; readonly warnings: readonly BrandWarning[] }
  | { readonly problems: readonly Problem[] };

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
  prepareBrand(accountId: string, reference: BrandReference): Promise<Preparation<PreparedBrand | null>>;
  /** Writes a prepared brand in the caller's transaction; the same description again is the same brand. */
  resolveBrand(trx: Transaction, accountId: string, prepared: PreparedBrand): Promise<Brand>;
  /** The brand of a project, deleted or not; null where there is none. */
  findBrand(db: Database | Transaction, accountId: string, brandId: string): Promise<Brand | null>;
  /** A brand that is still offered. Throws a refusal of kind `not_found`. */
  getBrand(accountId: string, brandId: string): Promise<Brand>;
  listBrands(accountId: string, page: { readonly page: number; readonly limit: number }): Promise<BrandPage>;
  createBrand(
    accountId: string,
    input: BrandInput,
  ): Promise<{ readonly brand: Brand; readonly warnings: readonly BrandWarning[] }>;
  /** S20: reads the website of a brand again. Throws 400 where it has none or it cannot be read, 503 without a browser. */
  refreshBrand(accountId: string, brandId: string): Promise<Brand>;
  patchBrand(accountId: string, brandId: string, patch: BrandPatch): Promise<Brand>;
  /** No longer offered; projects that have it keep it. Throws a refusal of kind `not_found`. */
  deleteBrand(accountId: string, brandId: string): Promise<void>;
}

export interface BrandDependencies {
  readonly db: Database;
  readonly assets: Pick<AssetOperations, 'intakeImage' | 'samplePixels'>;
  readonly reader: WebsiteReader;
  /** Which sites may be read. */
  readonly addresses: PageAddressPolicy;
  readonly clock: Clock;
}

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

/** The values that a prepared brand fills layers with. */
export const preparedTraits = (prepared: PreparedBrand): BrandDraft =>
  prepared.kind === 'stored' ? prepared.brand : prepared.draft;

export const brandOperations = ({ db, assets, reader, addresses, clock }: BrandDependencies): BrandOperations => {
  const websites = websiteBrands({
    findSiteBrand: (accountId, domain) => store.findWebsiteBrand(db, accountId, domain),
    reader,
    addresses,
    clock,
  });

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
  ): Promise<Preparation<PreparedBrand>> => {
    const { websiteUrl, logoUrl } = input;
    const takeGiven = async (): Promise<{ readonly logo: TakenLogo | null } | { readonly problem: Problem }> =>
      logoUrl === undefined ? { logo: null } : takeLogo(accountId, logoUrl, joinPath(path, 'logoUrl'));
    if (websiteUrl !== undefined) return websites.prepare(accountId, { ...input, websiteUrl }, path, takeGiven);
    const taken = await takeGiven();
    if ('problem' in taken) return { problems: [taken.problem] };
    return { prepared: { kind: 'new', draft: { ...traitsOfInput(input, taken.logo), origin: null } }, warnings: [] };
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

  const insert = async (trx: Transaction, accountId: string, draft: BrandDraft): Promise<Brand> => {
    const id = newId('brd');
    await store.insertBrand(trx, accountId, id, draft);
    return written(trx, accountId, id);
  };

  const resolveWebsite = (trx: Transaction, accountId: string, prepared: PreparedWebsite): Promise<Brand> =>
    websites.resolve(trx, accountId, prepared, (draft) => insert(trx, accountId, draft));

  return {
    async prepareBrand(accountId, { brandId, brand }) {
      if (brandId !== undefined && brand !== undefined) return { problems: [bothProblem] };
      if (brandId !== undefined) {
        return { prepared: { kind: 'stored', brand: await getBrand(accountId, brandId) }, warnings: [] };
      }
      return brand === undefined ? { prepared: null, warnings: [] } : prepareNew(accountId, brand, 'brand');
    },

    async resolveBrand(trx, accountId, prepared) {
      if (prepared.kind === 'stored') return prepared.brand;
      if (prepared.kind === 'website') return resolveWebsite(trx, accountId, prepared);
      const equal = await store.findEqualBrand(trx, accountId, prepared.draft);
      return equal ?? insert(trx, accountId, prepared.draft);
    },

    findBrand: store.findBrand,
    getBrand,
    listBrands: (accountId, { page, limit }) => store.listBrands(db, accountId, { limit, offset: (page - 1) * limit }),

    async createBrand(accountId, input) {
      const made = earlierResult() as string | undefined;
      if (made !== undefined) return { brand: await getBrand(accountId, made), warnings: [] };
      const result = await prepareNew(accountId, input, '');
      if ('problems' in result) throw refusalOf(result.problems);
      const { prepared, warnings } = result;
      const write = (trx: Transaction): Promise<Brand> =>
        prepared.kind === 'website'
          ? resolveWebsite(trx, accountId, prepared)
          : insert(trx, accountId, preparedTraits(prepared));
      if (prepared.kind === 'stored') return { brand: prepared.brand, warnings };
      const id = await inTransaction(db, (trx) => once(trx, async () => (await write(trx)).id));
      return { brand: await getBrand(accountId, id), warnings };
    },

    async refreshBrand(accountId, brandId) {
      const outcome = await websites.read(await getBrand(accountId, brandId), accountId);
      return inTransaction(db, (trx) => websites.refill(trx, accountId, brandId, outcome));
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
        const origin = current.origin && { ...current.origin, given: patchedGiven(current.origin.given, patch) };
        await store.updateBrand(trx, accountId, brandId, { ...traits, origin });
        return written(trx, accountId, brandId);
      });
    },
  };
};
