import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { type PictureOrder, picturesOfOrder } from '@reelyard/shared/scene/picture-order.ts';
import type { CutPicture } from '@reelyard/shared/scene-media/place-image.ts';
import type { Template } from '@reelyard/shared/templates/template.ts';
import type { ImageDecoder } from '../assets/operations/image-decoder.ts';
import type { Caller } from '../http/authenticate.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import type { ProjectOperations, ScenePatch } from '../projects/operations.ts';
import { type CutQuery, cutOrder } from './cut-request.ts';
import { type ScenePreview, scenePreview } from './preview-view.ts';

export interface PreviewDeps {
  readonly projects: Pick<ProjectOperations, 'previewScene'>;
  /** Throws where the farm does not have that version. */
  readonly templateAt: (slug: string, version: number) => Template;
  readonly store: Pick<ObjectStore, 'head' | 'read'>;
  readonly decoder: Pick<ImageDecoder, 'cut'>;
  /** Address of a template's file, below the farm's public address. */
  readonly templateUrlOf: (slug: string, version: number, contentHash: string) => string;
}

/** A file that every browser asks for, plain and packed: packed once, not with every answer. */
export interface PreviewFile {
  readonly content: Buffer;
  readonly brotli: Buffer;
}

/** A template as it is sent: what `fillTemplate` takes, as JSON. */
interface TemplateFile extends PreviewFile {
  readonly contentHash: string;
}

/** 5 of 11: a fifth of the size or less, in a few milliseconds. */
const packed = (content: Buffer): PreviewFile => ({
  content,
  brotli: brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
});

/**
 * What a browser needs to draw a scene as a render node would: the resolved inputs, the template, the pictures cut as a
 * node cuts them. The control plane draws nothing itself.
 */
export const previewOperations = ({ projects, templateAt, store, decoder, templateUrlOf }: PreviewDeps) => {
  const files = new Map<string, TemplateFile>();
  const lists = new Map<string, PreviewFile>();

  const templateFile = (slug: string, version: number): TemplateFile => {
    const key = `${slug}@${version}`;
    const known = files.get(key);
    if (known !== undefined) return known;
    const { manifest, bindings, scene } = templateAt(slug, version);
    const content = Buffer.from(JSON.stringify({ manifest, bindings, scene: scene() }));
    const contentHash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const file = { ...packed(content), contentHash };
    files.set(key, file);
    return file;
  };

  const stored = async (storageKey: string): Promise<Buffer> => {
    if ((await store.head(storageKey)) === null) throw notFound('picture');
    return buffer(await store.read(storageKey));
  };

  const cut = async (order: PictureOrder): Promise<CutPicture> => {
    const keys = picturesOfOrder(order);
    const pictures = await Promise.all(keys.map(async (key) => [key, await stored(key)] as const));
    const picture = await decoder.cut(order, Object.fromEntries(pictures));
    if (picture !== null) return picture;
    throw new Refusal('bad_request', {
      code: 'PICTURE_NOT_CUT',
      message: 'The picture cannot be cut like that: ask for no more of it than there is.',
    });
  };

  return {
    /** A scene as it is stored, or with an edit that is not saved. */
    async previewScene(
      caller: Caller,
      target: { readonly projectId: string; readonly sceneId: string },
      patch: ScenePatch | null,
    ): Promise<ScenePreview> {
      const previewed = await projects.previewScene(caller, target, patch);
      const { slug, version } = previewed.manifest;
      return scenePreview(previewed, templateUrlOf(slug, version, templateFile(slug, version).contentHash));
    },

    /** The template's JSON; null where there is none with that content. */
    templateJson(slug: string, version: number, contentHash: string): PreviewFile | null {
      try {
        const file = templateFile(slug, version);
        return file.contentHash === contentHash ? file : null;
      } catch {
        return null;
      }
    },

    /** A picture of the caller's account as a scene shows it. */
    cutPicture: (caller: Caller, picture: string, query: CutQuery): Promise<CutPicture> =>
      cut(cutOrder(caller.accountId, picture, query)),

    /** A list that comes with a bundled font. */
    async readList(filePath: string): Promise<PreviewFile> {
      const known = lists.get(filePath);
      if (known !== undefined) return known;
      const file = packed(await readFile(filePath));
      lists.set(filePath, file);
      return file;
    },

    /** A file of a bundled font, which is packed as it is. */
    readFont: (filePath: string): Promise<Buffer> => readFile(filePath),
  };
};
export type PreviewOperations = ReturnType<typeof previewOperations>;
