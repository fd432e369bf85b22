import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientSource } from '@reelyard/shared/sdk/client-source.ts';
import type { OpenApiDocument } from '@reelyard/shared/sdk/openapi-document.ts';
import { apiPrefix } from '../http/server.ts';
import type { Farm } from './harness.ts';

/** The document as it was when it was last looked at; a change of the API shows as a change of this file. */
export const snapshotPath = path.join(import.meta.dirname, 'openapi.json');

export const clientPath = fileURLToPath(import.meta.resolve('@reelyard/shared/sdk/operations.gen.ts'));

/** The document that a farm serves. */
export const documentOf = async ({ app }: Pick<Farm, 'app'>): Promise<OpenApiDocument> => {
  const response = await app.inject({ url: `${apiPrefix}/openapi.json` });
  if (response.statusCode !== 200) throw new Error(`the document was answered with ${response.statusCode}`);
  return response.json<OpenApiDocument>();
};

/** The text of the snapshot: the document of a farm, with the address that a farm has by default. */
export const snapshotOf = async (farm: Pick<Farm, 'app' | 'config'>): Promise<string> => {
  const text = JSON.stringify(await documentOf(farm), null, 2);
  return `${text.replaceAll(farm.config.FARM_PUBLIC_URL, 'http://127.0.0.1:8080')}\n`;
};

/** The text of the typed client's table and types. */
export const clientOf = async (farm: Pick<Farm, 'app'>): Promise<string> => clientSource(await documentOf(farm));
