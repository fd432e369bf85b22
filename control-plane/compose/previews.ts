import { fontFilePath, fontRangesPath } from '@reelyard/shared/scene-media/font-files.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { type PreviewDeps, previewOperations } from '../previews/operations.ts';
import { previewFileRoutes, previewRoutes, templateFileUrlPath } from '../previews/routes.ts';

/** Previews of scenes, with the templates and fonts that the farm ships. */
export const composePreviews = ({
  publicUrl,
  ...parts
}: Pick<PreviewDeps, 'projects' | 'store' | 'decoder'> & { readonly publicUrl: string }) => {
  const previews = previewOperations({
    ...parts,
    templateAt: getTemplate,
    templateUrlOf: (...content) => `${publicUrl}${templateFileUrlPath(...content)}`,
  });
  const fonts = { filePath: fontFilePath, rangesPath: fontRangesPath };
  return { routes: previewRoutes({ previews }), files: previewFileRoutes({ previews, fonts }) };
};
