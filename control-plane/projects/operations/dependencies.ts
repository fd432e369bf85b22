import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { AccountOperations } from '../../accounts/operations.ts';
import type { AssetOperations } from '../../assets/operations.ts';
import type { Brand } from '../../brands/brand.ts';
import type { BrandOperations } from '../../brands/operations.ts';
import type { Database, Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import type { GoodsOperations } from '../../payments/operations/goods.ts';
import { watermarked, withExportPass } from '../../plans/plan.ts';
import type { OfferedTemplates, TemplateCatalog } from '../../templates/template-catalog.ts';
import type { Project, Scene } from '../project.ts';
import type { PublishOverview, ViewContext } from '../project-view.ts';

export interface ProjectDependencies {
  readonly db: Database;
  readonly catalog: TemplateCatalog;
  /** What of the catalog a new scene may use now (S15). */
  readonly offeredTemplates: () => Promise<OfferedTemplates>;
  /** Families that ship with the farm; a font layer takes one of them. */
  readonly fontFamilies: readonly string[];
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly passes: Pick<GoodsOperations, 'passOf'>;
  readonly brands: Pick<BrandOperations, 'prepareBrand' | 'resolveBrand' | 'findBrand' | 'getBrand'>;
  readonly assets: Pick<AssetOperations, 'intakeImage'>;
  readonly media: { readonly hasTrack: (trackId: string) => boolean; readonly hasVoice: (voiceId: string) => boolean };
  readonly objects: Pick<ObjectStore, 'signRead'>;
  /** What the newest publish says; supplied by the publishing feature, which stands behind this one. */
  readonly publishOverview: (db: Database, projectId: string) => Promise<PublishOverview>;
}

export const manifestOf =
  ({ catalog }: Pick<ProjectDependencies, 'catalog'>) =>
  (scene: Pick<Scene, 'templateSlug' | 'templateVersion'>): TemplateManifest =>
    catalog.at(scene.templateSlug, scene.templateVersion);

export const brandOf = async (
  { brands }: Pick<ProjectDependencies, 'brands'>,
  db: Database | Transaction,
  { accountId, brandId }: Pick<Project, 'accountId' | 'brandId'>,
): Promise<Brand | null> => (brandId === null ? null : brands.findBrand(db, accountId, brandId));

/** Everything besides the project itself that its view depends on. */
export const viewContext = async (
  deps: ProjectDependencies,
  db: Database | Transaction,
  caller: Caller,
  project: Pick<Project, 'id' | 'accountId' | 'environment' | 'brandId'>,
): Promise<ViewContext> => {
  const plan = await deps.accounts.planOf(caller.accountId, db);
  // A plan without a watermark gains nothing by a pass.
  const hasPass = plan.watermark && (await deps.passes.passOf(db, project.id)) !== null;
  return {
    brand: await brandOf(deps, db, project),
    watermark: watermarked(hasPass ? withExportPass(plan) : plan, project.environment),
    fontFamilies: deps.fontFamilies,
    manifestOf: manifestOf(deps),
    overview: await deps.publishOverview(db, project.id),
  };
};

const shownSeconds = 3_600;

/** Addresses of the captured pages that scenes show. */
export const signedPages = async (
  { objects }: Pick<ProjectDependencies, 'objects'>,
  scenes: readonly Scene[],
): Promise<ReadonlyMap<string, string>> => {
  const keys = scenes.flatMap(({ captures }) => Object.values(captures).map(({ value }) => value.page.storageKey));
  const signed = keys.map(
    async (key) => [key, await objects.signRead(key, { expiresInSeconds: shownSeconds })] as const,
  );
  return new Map(await Promise.all(signed));
};
