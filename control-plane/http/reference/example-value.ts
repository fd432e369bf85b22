import { type JsonSchema, type OpenApiDocument, resolveSchema } from '@reelyard/shared/sdk/openapi-document.ts';

const uuid = '019aa2f1c3d47b6e8f00a1b2c3d4e5f6';
const farm = 'http://127.0.0.1:8080';

/** N4: the prefix of an id by the thing that it is the id of. */
const idPrefixes: Readonly<Record<string, string>> = {
  project: 'prj',
  scene: 'scn',
  brand: 'brd',
  export: 'exp',
  request: 'pub',
  publish: 'pub',
  apiKey: 'key',
  key: 'key',
  capture: 'cap',
  session: 'bws',
  node: 'nod',
};

/** What a field of this name usually holds; taken only where the field's own schema allows it. */
const byName: Readonly<Record<string, unknown>> = {
  templateId: 'tpl_big-claim',
  template: 'tpl_big-claim',
  trackId: 'trk_clear-horizon',
  musicTrackId: 'trk_clear-horizon',
  track: 'trk_clear-horizon',
  voiceId: 'voi_english-us-slt',
  voice: 'voi_english-us-slt',
  slug: 'big-claim',
  title: 'Norra: take back your week',
  name: 'Norra',
  description: 'One sentence that fills the frame, drawn word by word.',
  message: 'Rendering 2 of 3 scenes.',
  nextStep: `Publish the project with POST /projects/prj_${uuid}/publish.`,
  action: 'publish',
  units: 1,
  category: 'claims',
  tags: ['text'],
  bestUsedAs: 'The first sentence of a video',
  fitsBeats: ['hook'],
  seconds: 3.5,
  maxChars: 38,
  maxWords: 6,
  voiceoverCharLimit: 38,
  voiceoverText: 'Being busy is not the same as done.',
  parameters: { headline: 'Busy is not the same as done.', eyebrow: 'Meet Norra' },
  autoFilled: ['accentColor'],
  carriedOver: ['headline'],
  droppedKeys: ['eyebrow'],
  layer: 'headline',
  inputHash: '7d8c4b0e5a1f6b92d3e4f5061728394a5b6c7d8e9fa0b1c2d3e4f5061728394a',
  sha256: '1f0e9d8c7b6a59483726150493827160f5e4d3c2b1a0918273645546372819a0',
  aspectRatio: '16:9',
  phase: 'completed',
  quality: '1080p',
  requestedQuality: '1080p',
  format: 'mp4',
  status: 'SUCCESS',
  state: 'done',
  source: 'brand_match',
  tone: 'energetic',
  tones: ['energetic'],
  genres: ['ambient'],
  artist: 'Reelyard',
  license: 'CC0-1.0',
  attribution: 'Clear Horizon by Reelyard',
  language: 'en',
  locale: 'en-US',
  style: 'neutral',
  engine: 'lottie',
  charsPerSecond: 14,
  bpm: 96,
  gender: 'female',
  width: 1920,
  height: 1080,
  fps: 30,
  page: 1,
  limit: 20,
  total: 1,
  totalPages: 1,
  progress: 100,
  progressPercent: 100,
  position: 0,
  version: 1,
  templateVersion: 1,
  revision: 3,
  sceneCount: 1,
  durationSeconds: 4,
  sizeBytes: 1_843_210,
  etaSeconds: 0,
  attempts: 1,
  attempt: 1,
  maxAttempts: 4,
  statusCode: 204,
  lastStatusCode: 204,
  primaryColor: '#6d5df6',
  secondaryColor: '#f25bb5',
  palette: ['#6d5df6', '#f25bb5'],
  heading: 'Inter',
  body: 'Inter',
  filename: 'norra-take-back-your-week.mp4',
  contentType: 'video/mp4',
  url: `${farm}/objects/exports/exp_${uuid}/video.mp4?expires=1777888800&signature=5d41402a`,
  websiteUrl: null,
  domain: null,
  event: 'publish.completed',
  error: null,
  errorMessage: null,
  lastError: null,
  failures: [],
  warnings: [],
  failedScenes: 0,
  environment: 'live',
  headline: 'Busy is not the same as done.',
  hasMore: false,
  sandbox: false,
  reused: false,
  watermarked: false,
  idempotentReplay: false,
};

const times: Readonly<Record<string, string>> = {
  createdAt: '2026-05-04T09:30:00.000Z',
  startedAt: '2026-05-04T09:30:01.000Z',
  expiresAt: '2026-05-04T09:40:00.000Z',
  nextAttemptAt: '2026-05-04T09:31:00.000Z',
};

export interface ExamplePlace {
  /** The field that holds the value. */
  readonly name: string;
  /** The thing that the field is a part of (`scene`), which tells what its `id` and its `status` are. */
  readonly owner: string;
}

const singular = (name: string): string => (name.endsWith('s') ? name.slice(0, -1) : name);

const stringByName = ({ name, owner }: ExamplePlace): string => {
  const thing = name === 'id' ? owner : name.endsWith('Id') ? name.slice(0, -2) : null;
  const known = thing === null ? undefined : byName[thing];
  if (typeof known === 'string') return known;
  if (thing !== null) return `${idPrefixes[thing] ?? 'obj'}_${uuid}`;
  if (name.endsWith('Url')) return `${farm}/objects/${singular(owner)}/${name.slice(0, -3)}`;
  return name;
};

const typeOf = ({ type }: JsonSchema): string | undefined =>
  Array.isArray(type) ? type.find((each) => each !== 'null') : type;

/** Whether a hint may stand where the schema is: a name means different things in different records. */
const allows = (schema: JsonSchema, value: unknown): boolean => {
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const types = (schema.anyOf ?? [schema]).flatMap(({ type }) => type ?? []);
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) {
    const { items } = schema;
    return types.includes('array') && items !== undefined && value.every((entry) => allows(items, entry));
  }
  if (typeof value === 'object') return types.includes('object') && schema.properties === undefined;
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  if (typeof value !== 'string') return types.includes(typeof value);
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  if (value.length < minLength || value.length > maxLength) return false;
  return types.includes('string') && schema.format === undefined && (!pattern || new RegExp(pattern).test(value));
};

const numberExample = ({ minimum, exclusiveMinimum, maximum }: JsonSchema): number =>
  Math.min(maximum ?? Infinity, Math.max(minimum ?? 1, (exclusiveMinimum ?? 0) + 1));

/**
 * A believable value of a schema: the schema's own example, else what a field of this name usually holds, else the
 * simplest value that the schema allows. The test of the document checks every one against its schema.
 */
export const exampleOf = (schema: JsonSchema, document: OpenApiDocument, place: ExamplePlace): unknown => {
  const resolved = resolveSchema(schema, document);
  if (resolved.example !== undefined) return resolved.example;
  if (resolved.examples?.[0] !== undefined) return resolved.examples[0];
  if (resolved.const !== undefined) return resolved.const;
  const hint = byName[place.name];
  if (hint !== undefined && allows(resolved, hint)) return hint;
  if (resolved.enum) return resolved.enum[0];
  const alternatives = resolved.anyOf ?? resolved.oneOf;
  if (alternatives) {
    const chosen = alternatives.find(({ type }) => type !== 'null') ?? {};
    return exampleOf(chosen, document, place);
  }
  if (resolved.allOf) {
    return Object.assign({}, ...resolved.allOf.map((part) => exampleOf(part, document, place)));
  }
  return exampleOfType(resolved, document, place);
};

const exampleOfType = (schema: JsonSchema, document: OpenApiDocument, place: ExamplePlace): unknown => {
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema, document, place);
    case 'array': {
      const entry = { name: singular(place.name), owner: singular(place.name) };
      return [exampleOf(schema.items ?? {}, document, entry)];
    }
    case 'string':
      return schema.format === 'date-time' ? (times[place.name] ?? '2026-05-04T09:30:40.000Z') : stringByName(place);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case undefined:
    default:
      return null;
  }
};

const objectExample = (schema: JsonSchema, document: OpenApiDocument, { name, owner }: ExamplePlace) => {
  const inner = name === 'data' || name === 'body' ? owner : name;
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? { headline: exampleOf(additionalProperties, document, { name: 'headline', owner: inner }) }
      : {};
  }
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [
      key,
      exampleOf(property, document, { name: key, owner: inner }),
    ]),
  );
};
