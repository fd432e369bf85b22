import { getDomain } from 'tldts';
import type { StoredPictures } from '../../assets/operations/stored-pictures.ts';
import type { AssetOperations } from '../../assets/operations.ts';
import type { StoredImage } from '../../assets/stored-image.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { awaitBatch } from '../../dispatch/batch-news.ts';
import type { Queue } from '../../dispatch/queue.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import type { SeenBrand, TakenLogo } from '../brand.ts';
import { logoColors } from '../logo-colors.ts';
import { seenBrand } from '../seen-brand.ts';
import {
  type BrandRead,
  beginBrandRead,
  findBrandRead,
  findRecentReading,
  type ReadingFailure,
  type WebsiteReading,
} from '../store/brand-reads.ts';

export interface ReadWebsiteDeps {
  readonly db: Database;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly wakeUps: WakeUps;
  /** Capture nodes that would take work now. */
  readonly countCaptureNodes: () => Promise<number>;
  readonly queueWeightOf: (accountId: string, trx: Transaction) => Promise<number>;
  readonly assets: Pick<AssetOperations, 'samplePixels'>;
  readonly pictures: Pick<StoredPictures, 'reencode'>;
  /** Families that ship with the farm. */
  readonly fontFamilies: readonly string[];
  readonly closing: AbortSignal;
}

/** What a site says of its brand, its pictures taken in. */
export interface SeenWebsite {
  readonly kind: 'seen';
  readonly seen: SeenBrand;
  readonly logoDark: StoredImage | null;
  readonly icon: StoredImage | null;
  readonly fetchedAt: Date;
}

export type WebsiteOutcome = SeenWebsite | { readonly kind: 'failed'; readonly failure: ReadingFailure };

export interface WebsiteToRead {
  readonly accountId: string;
  readonly url: string;
  readonly domain: string;
}

/** N12: how long what was read of a site is used again. */
export const readingLifeSeconds = 30 * 24 * 60 * 60;
/** The longest that a request waits for a site: a project is created without what comes later. */
const maxWaitMs = 40_000;
/** Somebody waits for it. */
const interactivePriority = 10;
/** Enough to tell colours by, little enough to count in a millisecond. */
export const sampleSidePx = 64;

/** No capture node is there: nothing was tried. */
export const unavailableCode = 'BRAND_WEBSITE_UNAVAILABLE';
const unavailable: ReadingFailure = {
  code: unavailableCode,
  message: 'Reading a website needs a capture node, and none is connected to this farm now.',
};
const tooSlow: ReadingFailure = { code: 'PAGE_TIMEOUT', message: 'The website could not be read in time.' };

/**
 * N12: what makes two addresses one site: their registrable domain (a site below a shared suffix such as github.io is
 * one of its own), or the host where there is none.
 */
export const websiteDomain = (url: string): string =>
  getDomain(url, { allowPrivateDomains: true }) ?? new URL(url).host;

/** Reads websites with a capture node, once for each account and domain at a time (S20). */
export const readWebsite = (deps: ReadWebsiteDeps) => {
  const { db, queue, wakeUps, countCaptureNodes, queueWeightOf, assets, pictures, fontFamilies, closing } = deps;

  /** The reading that is under way, or a new one: record and job together. */
  const begin = async (trx: Transaction, { accountId, domain, url }: WebsiteToRead): Promise<string> => {
    const { id, isNew } = await beginBrandRead(trx, { id: newId('brr'), accountId, domain });
    if (!isNew) return id;
    const weight = await queueWeightOf(accountId, trx);
    const payload = { brandReadId: id, url };
    await queue.enqueue(trx, 'brand.read', [
      { payload, accountId, weight, priority: interactivePriority, batchId: id },
    ]);
    return id;
  };

  const findEnded = async (brandReadId: string): Promise<BrandRead | null> => {
    const read = await findBrandRead(db, brandReadId);
    if (read === null) throw new Error(`the reading ${brandReadId} is gone`);
    return read.state === 'running' ? null : read;
  };

  /** A picture of the site that cannot be decoded is one that the site does not have. */
  const takeIn = async (accountId: string, storageKey: string | null): Promise<StoredImage | null> => {
    const taken = storageKey === null ? null : await pictures.reencode(accountId, storageKey);
    return taken !== null && 'image' in taken ? taken.image : null;
  };

  const takenLogo = async (image: StoredImage | null): Promise<TakenLogo | null> =>
    image === null ? null : { image, colors: logoColors(await assets.samplePixels(image, sampleSidePx)) };

  const seenOf = async (
    { accountId, domain }: WebsiteToRead,
    { facts, files }: WebsiteReading,
    fetchedAt: Date,
  ): Promise<SeenWebsite> => {
    const [logo, logoDark, icon] = await Promise.all([
      takeIn(accountId, files.logo),
      takeIn(accountId, files.logoDark),
      takeIn(accountId, files.icon),
    ]);
    const seen = seenBrand(facts, domain, await takenLogo(logo ?? icon), fontFamilies);
    return { kind: 'seen', seen, logoDark, icon, fetchedAt };
  };

  const outcomeOf = async (site: WebsiteToRead, read: BrandRead | null): Promise<WebsiteOutcome> => {
    if (read?.result != null && read.endedAt !== null) return seenOf(site, read.result, read.endedAt);
    return { kind: 'failed', failure: read?.failure ?? tooSlow };
  };

  /** Reads the site now; a reading that is under way is shared. */
  const readAnew = async (site: WebsiteToRead): Promise<WebsiteOutcome> => {
    if ((await countCaptureNodes()) === 0) return { kind: 'failed', failure: unavailable };
    const brandReadId = await inTransaction(db, (trx) => begin(trx, site));
    const deadline = AbortSignal.any([closing, AbortSignal.timeout(maxWaitMs)]);
    return outcomeOf(site, await awaitBatch(wakeUps, brandReadId, () => findEnded(brandReadId), deadline));
  };

  return {
    readAnew,

    /** What is known of the site from the last 30 days, else what it says now. */
    async read(site: WebsiteToRead): Promise<WebsiteOutcome> {
      const recent = await findRecentReading(db, site.accountId, site.domain, readingLifeSeconds);
      return recent === null ? readAnew(site) : outcomeOf(site, recent);
    },
  };
};
export type WebsiteReader = ReturnType<typeof readWebsite>;
