import { z } from 'zod';

interface ModelClass {
  readonly prototype: { validate(this: unknown): void };
}

/** Kinds without an offline schema; what is ours in them is looked at by a test of its own. */
const withoutModel = ['PodMonitor'];

const modelClass = async (apiVersion: string, kind: string): Promise<ModelClass> => {
  const source = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  const models = z.record(z.string(), z.unknown()).parse({ ...(await import(`${source}/${apiVersion}`)) });
  const found = models[kind];
  if (typeof found !== 'function') throw new Error(`${apiVersion} has no ${kind}`);
  return found as unknown as ModelClass;
};

/** `value` in which every property that is asked for is noted down as `path`. */
const watched = (value: unknown, path: string, asked: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const inner = new Map<string, unknown>();
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'symbol') return Reflect.get(target, key);
      const place = `${path}/${key}`;
      asked.add(place);
      if (!inner.has(key)) inner.set(key, watched(Reflect.get(target, key), place, asked));
      return inner.get(key);
    },
  });
};

const placesOf = (value: unknown, path: string): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [`${path}/${key}`, ...placesOf(inner, `${path}/${key}`)]);

/**
 * What is wrong with a document: what the schema of its kind says, and properties that the schema never asks for. Those
 * are allowed by the schemas and dropped by the API server, so a misspelt one is a setting that is silently not there.
 */
export const modelProblems = async (document: Readonly<Record<string, unknown>>): Promise<string[]> => {
  const { apiVersion, kind } = z.looseObject({ apiVersion: z.string(), kind: z.string() }).parse(document);
  if (withoutModel.includes(kind)) return [];
  const { prototype } = await modelClass(apiVersion, kind);
  const asked = new Set<string>();
  try {
    // Not of a `new Kind(document)`, which copies the whole document and so asks for everything in it.
    prototype.validate.call(watched(document, '', asked));
  } catch (error) {
    return [(error as Error).message];
  }
  const unknown = placesOf(document, '').filter((place) => !asked.has(place));
  return unknown.map((place) => `${place} is no property of a ${kind}`);
};
