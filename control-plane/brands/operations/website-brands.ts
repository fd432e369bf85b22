import type { Transaction } from '../../database/connection.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import { joinPath } from '../../http/text-check.ts';
import {
  type Brand,
  type BrandDraft,
  givenTraits,
  isWebsiteOnly,
  refreshedTraits,
  type TakenLogo,
  traitsOfInput,
  type WebsiteOrigin,
} from '../brand.ts';
import type { BrandInput } from '../brand-input.ts';
import type { PageAddressPolicy } from '../page-address.ts';
import type { ReadingFailure } from '../store/brand-reads.ts';
import * as store from '../store.ts';
import { websiteAddress } from '../website-address.ts';
import {
  readingLifeSeconds,
  unavailableCode,
  type WebsiteOutcome,
  type WebsiteReader,
  websiteDomain,
} from './read-website.ts';

export interface WebsiteBrandDeps {
  readonly findSiteBrand: (accountId: string, domain: string) => Promise<Brand | null>;
  readonly reader: WebsiteReader;
  readonly addresses: PageAddressPolicy;
  readonly clock: () => Date;
}

/** A brand of a website whose site was read, ready to be written. */
export interface PreparedWebsite {
  readonly kind: 'website';
  readonly draft: BrandDraft & { readonly origin: WebsiteOrigin };
  readonly outcome: WebsiteOutcome;
}

export type WebsitePreparation =
  | {
      readonly prepared: PreparedWebsite | { readonly kind: 'stored'; readonly brand: Brand };
      readonly warnings: Problem[];
    }
  | { readonly problems: Problem[] };

/** What went wrong with a site, addressed the way the caller wrote it. */
export const websiteWarning = ({ code, message }: ReadingFailure, path: string): Problem => ({
  path,
  code: code === unavailableCode ? code : 'BRAND_WEBSITE_UNREAD',
  message: `Nothing could be read from the website: ${message}`,
});

const emptyOrigin = { logoDark: null, icon: null, fetchedAt: null } as const;

/** Brands whose traits come from a website (S20, N12). */
export const websiteBrands = ({ findSiteBrand, reader, addresses, clock }: WebsiteBrandDeps) => {
  const isFresh = ({ origin }: Brand): boolean =>
    origin?.fetchedAt != null && clock().getTime() - origin.fetchedAt.getTime() < readingLifeSeconds * 1_000;

  const originOf = (
    input: BrandInput,
    site: { url: string; domain: string },
    outcome: WebsiteOutcome,
  ): WebsiteOrigin => {
    const read =
      outcome.kind === 'seen'
        ? { logoDark: outcome.logoDark, icon: outcome.icon, fetchedAt: outcome.fetchedAt }
        : emptyOrigin;
    const { url: websiteUrl, domain } = site;
    return { websiteUrl, domain, given: givenTraits(input), isSiteBrand: isWebsiteOnly(input), ...read };
  };

  return {
    /**
     * The account's brand of the site where it is known and the request says no more than its address; else what the
     * site says, with what the request gives laid over it. A site that cannot be read makes a brand all the same, with
     * a warning: its status says so, and a later request or a refresh fills it.
     */
    async prepare(
      accountId: string,
      input: BrandInput & { readonly websiteUrl: string },
      path: string,
      takeLogo: () => Promise<{ readonly logo: TakenLogo | null } | { readonly problem: Problem }>,
    ): Promise<WebsitePreparation> {
      const place = joinPath(path, 'websiteUrl');
      const address = websiteAddress(input.websiteUrl, addresses, place);
      if ('problem' in address) {
        const taken = await takeLogo();
        return { problems: [address.problem, ...('problem' in taken ? [taken.problem] : [])] };
      }
      const site = { accountId, url: address.url, domain: websiteDomain(address.url) };
      const known = isWebsiteOnly(input) ? await findSiteBrand(accountId, site.domain) : null;
      if (known !== null && isFresh(known)) return { prepared: { kind: 'stored', brand: known }, warnings: [] };
      const [outcome, taken] = await Promise.all([reader.read(site), takeLogo()]);
      if ('problem' in taken) return { problems: [taken.problem] };
      const warnings = outcome.kind === 'failed' ? [websiteWarning(outcome.failure, place)] : [];
      // What was read of it once is better than nothing.
      if (known !== null && outcome.kind === 'failed') return { prepared: { kind: 'stored', brand: known }, warnings };
      const seen = outcome.kind === 'seen' ? outcome.seen : null;
      const draft = { ...traitsOfInput(input, taken.logo, seen), origin: originOf(input, site, outcome) };
      return { prepared: { kind: 'website', draft, outcome }, warnings };
    },

    /** Writes a prepared brand; the account's brand of the site is filled, not made twice. */
    async resolve(
      trx: Transaction,
      accountId: string,
      { draft, outcome }: PreparedWebsite,
      insert: (draft: BrandDraft) => Promise<Brand>,
    ): Promise<Brand> {
      await store.lockWebsite(trx, accountId, draft.origin.domain);
      if (!draft.origin.isSiteBrand) return (await store.findEqualBrand(trx, accountId, draft)) ?? insert(draft);
      const current = await store.findWebsiteBrand(trx, accountId, draft.origin.domain);
      if (current === null) return insert(draft);
      if (outcome.kind === 'failed' || isFresh(current)) return current;
      return refill(trx, accountId, current.id, outcome);
    },

    /** S20: reads the site of a brand again. Throws 400 where it has none or cannot be read, 503 without a capture node. */
    async read(brand: Brand, accountId: string): Promise<Extract<WebsiteOutcome, { kind: 'seen' }>> {
      if (brand.origin === null) {
        throw new Refusal('bad_request', {
          code: 'BRAND_HAS_NO_WEBSITE',
          message: 'This brand was described by its caller and has no website to read. Change it with PATCH.',
        });
      }
      const { websiteUrl: url, domain } = brand.origin;
      const outcome = await reader.readAnew({ accountId, url, domain });
      if (outcome.kind === 'seen') return outcome;
      const { code, message } = websiteWarning(outcome.failure, '');
      throw new Refusal(code === unavailableCode ? 'unavailable' : 'bad_request', {
        code,
        message,
        body: { problem: outcome.failure.code },
        ...(code === unavailableCode ? { headers: { 'retry-after': '10' } } : {}),
      });
    },

    refill,
  };
};
export type WebsiteBrands = ReturnType<typeof websiteBrands>;

/** Fills a brand with what its site says now; what callers gave stays. The brand as it was read back. */
const refill = async (
  trx: Transaction,
  accountId: string,
  brandId: string,
  { seen, logoDark, icon, fetchedAt }: Extract<WebsiteOutcome, { kind: 'seen' }>,
): Promise<Brand> => {
  const brand = await store.lockBrand(trx, accountId, brandId);
  if (brand?.origin == null) throw new Error(`the brand ${brandId} of a website is gone`);
  const origin = { ...brand.origin, logoDark, icon, fetchedAt };
  await store.updateBrand(trx, accountId, brandId, { ...refreshedTraits(brand, origin.given, seen), origin });
  const filled = await store.findBrand(trx, accountId, brandId);
  if (filled === null) throw new Error(`the brand ${brandId} is not there after it was written`);
  return filled;
};
