import type { AccountOperations } from '../accounts/operations.ts';
import type { Brand } from '../brands/brand.ts';
import { readingLifeSeconds, websiteDomain } from '../brands/operations/read-website.ts';
import type { BrandOperations } from '../brands/operations.ts';
import type { PageAddressPolicy } from '../brands/page-address.ts';
import { websiteAddress } from '../brands/website-address.ts';
import type { Clock } from '../clock.ts';
import type { CreditOperations } from '../credits/operations.ts';
import { type Database, inTransaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { type Caller, isSandbox } from '../http/authenticate.ts';
import { earlierResult, once } from '../http/once.ts';
import { Refusal } from '../http/refusal.ts';
import { requireFeature } from '../http/require-feature.ts';
import type { ProjectOperations } from '../projects/operations.ts';
import { maxScenes as projectScenes } from '../projects/project.ts';
import type { OfferedTemplates } from '../templates/template-catalog.ts';
import type { CreatePayload, DraftAnswer, DraftBody } from './draft-bodies.ts';
import { planProblems } from './draft-check.ts';
import type { DraftBrief, DraftPlan } from './draft-plan.ts';
import { createPayloadOf, type DraftBrand, draftAnswer, type PlannerName } from './draft-view.ts';
import { draftPayment, type PayDraftDeps } from './operations/pay-draft.ts';
import { type Planner, storyboardUnavailable } from './operations/plan-by-model.ts';
import { needsLogo, shapeOf } from './template-shape.ts';

export interface StoryboardDeps extends PayDraftDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly accounts: Pick<AccountOperations, 'hasFeature'>;
  readonly credits: PayDraftDeps['credits'] & Pick<CreditOperations, 'balance'>;
  readonly brands: Pick<BrandOperations, 'getBrand' | 'listBrands'>;
  readonly projects: Pick<ProjectOperations, 'tryProject'>;
  readonly offeredTemplates: () => Promise<OfferedTemplates>;
  readonly addresses: PageAddressPolicy;
  readonly planner: { readonly name: PlannerName; readonly plan: Planner };
}

/** What a draft came to; the credits are null where none are counted. */
export interface Drafted {
  readonly answer: DraftAnswer;
  readonly credits: { readonly charged: number; readonly refunded: number; readonly remaining: number } | null;
}

interface KnownBrand {
  readonly websiteUrl: string | null;
  readonly name: string | null;
  /** Whether its logo can be counted on when the project is created. */
  readonly hasLogo: boolean;
  readonly payload: DraftBrand;
  /** What the payload is checked with: a site that was read counts as the brand that it became. */
  readonly tried: DraftBrand;
  readonly remarks: readonly string[];
}

const brandPage = { page: 1, limit: 100 } as const;

/** S84, S85: storyboards from a prompt. */
export const storyboardOperations = (deps: StoryboardDeps) => {
  const { db, clock, accounts, credits, brands, projects, offeredTemplates, addresses, planner } = deps;
  const payment = draftPayment(deps);

  /** The account's brand of a site, where POST /projects would take it as it is. */
  const siteBrand = async (accountId: string, url: string): Promise<Brand | null> => {
    const domain = websiteDomain(url);
    const { brands: listed } = await brands.listBrands(accountId, brandPage);
    const found = listed.find(({ origin }) => origin?.isSiteBrand === true && origin.domain === domain);
    const readAt = found?.origin?.fetchedAt?.getTime();
    return found !== undefined && readAt !== undefined && clock().getTime() - readAt < readingLifeSeconds * 1_000
      ? found
      : null;
  };

  /** Throws 404 for a brandId that the account does not have. Reads no website. */
  const brandOf = async (accountId: string, body: DraftBody): Promise<KnownBrand> => {
    const { brandId, brandName: name, brandUrl } = body;
    const address = brandUrl === undefined ? null : websiteAddress(brandUrl, addresses, 'brandUrl');
    const websiteUrl = address !== null && 'url' in address ? address.url : null;
    if (brandId !== undefined) {
      const stored = await brands.getBrand(accountId, brandId);
      const both = websiteUrl !== null || (name !== undefined && name !== stored.name);
      return {
        websiteUrl: websiteUrl ?? stored.origin?.websiteUrl ?? null,
        name: name ?? stored.name,
        hasLogo: stored.logo !== null,
        payload: { brandId },
        tried: { brandId },
        remarks: both ? ['brandId decides over the look; brandName and brandUrl only served for the words.'] : [],
      };
    }
    if (websiteUrl === null && name === undefined) {
      return { websiteUrl: null, name: null, hasLogo: false, payload: {}, tried: {}, remarks: [] };
    }
    const brand: NonNullable<CreatePayload['brand']> = {
      ...(websiteUrl === null ? {} : { websiteUrl }),
      ...(name === undefined ? {} : { name }),
    };
    const known = websiteUrl !== null && name === undefined ? await siteBrand(accountId, websiteUrl) : null;
    return {
      websiteUrl,
      name: name ?? known?.name ?? null,
      hasLogo: known !== null && known.logo !== null,
      payload: { brand },
      tried: known === null ? { brand } : { brandId: known.id },
      remarks: [],
    };
  };

  const briefOf = async (caller: Caller, body: DraftBody, brand: KnownBrand): Promise<DraftBrief> => {
    const { prompt, brandVoice = null, aspectRatio, captureUi = null, targetDurationSeconds } = body;
    const { manifests } = await offeredTemplates();
    // Without a word of the caller, a page is only shown where it is known which.
    const showsPages = captureUi ?? brand.websiteUrl !== null;
    const templates = manifests.filter(
      (manifest) =>
        manifest.aspectRatio === aspectRatio &&
        shapeOf(manifest) !== null &&
        (showsPages || manifest.captureSlots.length === 0) &&
        (brand.hasLogo || !needsLogo(manifest)),
    );
    const maxScenes = Math.min(body.maxScenes, projectScenes[caller.environment]);
    const { name: brandName, websiteUrl } = brand;
    return {
      prompt,
      brandName,
      websiteUrl,
      brandVoice,
      maxScenes,
      targetDurationSeconds,
      aspectRatio,
      captureUi,
      templates,
    };
  };

  /** N36: whatever planned it, the draft goes through the very checks of POST /projects. */
  const checkWith = (caller: Caller, brief: DraftBrief, brand: KnownBrand) => async (plan: DraftPlan) => {
    const refusal = await projects.tryProject(caller, createPayloadOf(plan, brand.tried));
    const ofCreate = refusal === null ? [] : [...refusal.details];
    if (refusal !== null && ofCreate.length === 0)
      ofCreate.push({ path: '', code: refusal.code, message: refusal.message });
    return [...planProblems(plan, brief), ...ofCreate];
  };

  const write = async (
    caller: Caller,
    body: DraftBody,
    brand: KnownBrand,
    signal: AbortSignal,
  ): Promise<DraftAnswer> => {
    const brief = await briefOf(caller, body, brand);
    if (brief.templates.length === 0) {
      throw new Refusal('unavailable', {
        code: 'STORYBOARD_UNAVAILABLE',
        message: `This farm offers no template of ${brief.aspectRatio} that a draft could use.`,
      });
    }
    const plan = await planner.plan(brief, checkWith(caller, brief, brand), signal);
    const isLowered = isSandbox(caller) && brief.maxScenes < body.maxScenes;
    const sandbox = isLowered
      ? [`A test key has at most ${brief.maxScenes} scenes; maxScenes was lowered to that.`]
      : [];
    return draftAnswer(plan, {
      brief,
      brand: brand.payload,
      planner: planner.name,
      remarks: [...brand.remarks, ...sandbox],
    });
  };

  const creditsOf = async (caller: Caller, charged: number): Promise<Drafted['credits']> => {
    if (caller.kind === 'web' || isSandbox(caller)) return null;
    const { plan, purchased } = await credits.balance(db, caller.accountId);
    // Numbers of an unlimited plan stay those of an int4 (N14).
    return { charged, refunded: 0, remaining: Math.min(plan + purchased, 2_147_483_647) };
  };

  return {
    /**
     * A draft, paid where it costs something. What it costs is taken when it is written: a draft that fails costs
     * nothing, whatever ends it.
     *
     * @param signal aborts when the caller is gone or the server stops
     * @throws Refusal 402, 403 (plan), 404 (brandId), 429 (the plan's month), 503 where the planner failed
     */
    async draft(caller: Caller, body: DraftBody, signal: AbortSignal): Promise<Drafted> {
      const made = earlierResult() as { answer: DraftAnswer; charged: number } | undefined;
      if (made !== undefined) return { answer: made.answer, credits: await creditsOf(caller, made.charged) };
      await requireFeature(accounts, caller, 'storyboard_draft');
      const brand = await brandOf(caller.accountId, body);
      const draftId = newId('sbd');
      await payment.rehearse(db, caller, draftId);
      const answer = await write(caller, body, brand, signal);
      // Nobody is there to take it: it must not be paid for.
      if (signal.aborted) throw storyboardUnavailable();
      const { charged } = await inTransaction(db, (trx) =>
        once(trx, async () => ({ answer, charged: await payment.take(trx, caller, draftId) })),
      );
      return { answer, credits: await creditsOf(caller, charged) };
    },
  };
};
export type StoryboardOperations = ReturnType<typeof storyboardOperations>;
