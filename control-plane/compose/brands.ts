import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { brandCompletions } from '../brands/completions.ts';
import { type ReadWebsiteDeps, readWebsite } from '../brands/operations/read-website.ts';
import { type BrandDependencies, brandOperations } from '../brands/operations.ts';

export type BrandParts = Omit<BrandDependencies, 'reader'> & Omit<ReadWebsiteDeps, 'fontFamilies'>;

/** Brands, those that are read from a website included (S20). */
export const composeBrands = (parts: BrandParts) => ({
  brands: brandOperations({ ...parts, reader: readWebsite({ ...parts, fontFamilies }) }),
  completions: brandCompletions(),
});
