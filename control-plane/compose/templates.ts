import { templates as builtInTemplates } from '@reelyard/shared/templates/catalog.ts';
import type { Database } from '../database/connection.ts';
import { previewUrlPath, thumbnailUrlPath } from '../media/routes.ts';
import { templateOperations } from '../templates/operations.ts';
import { templateCatalog } from '../templates/template-catalog.ts';

/** The templates that ship with the farm, and which of them callers may use. */
export const composeTemplates = ({ db, publicUrl }: { db: Database; publicUrl: string }) => {
  const catalog = templateCatalog(builtInTemplates.map(({ manifest }) => manifest));
  const templates = templateOperations({
    db,
    catalog,
    filesOf: (slug) => ({
      thumbnailUrl: `${publicUrl}${thumbnailUrlPath(slug)}`,
      previewVideoUrl: `${publicUrl}${previewUrlPath(slug)}`,
    }),
  });
  return { catalog, templates };
};
