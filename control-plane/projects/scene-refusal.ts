import type { Problem, RefusalInput, RefusalKind } from '../http/refusal.ts';
import type { SceneFindings } from './scene-check.ts';
import type { SceneCountFinding } from './scene-count.ts';

export interface ProjectFindings {
  readonly scenes: readonly SceneFindings[];
  /** Problems that are no scene's own (unknown templates, mixed ratios, pictures, the brand). */
  readonly problems: readonly Problem[];
  /** What is wrong with the shape of the request. */
  readonly shape?: readonly Problem[];
  readonly sceneCount?: SceneCountFinding | null;
  /** Fields that those problems add at the top level. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What the code of the whole answer is called where every problem is of one kind. */
const codeOfAnswer: Readonly<Record<string, string>> = {
  UNKNOWN_LAYER_KEY: 'INVALID_LAYER_KEYS',
  LOCKED_LAYER_KEY: 'INVALID_LAYER_KEYS',
  MISSING_BRAND_ASSET: 'MISSING_BRAND_ASSETS',
  // Only told where a logo is missing for it.
  BRAND_WEBSITE_UNREAD: 'MISSING_BRAND_ASSETS',
  BRAND_WEBSITE_UNAVAILABLE: 'MISSING_BRAND_ASSETS',
};

const answerCode = (problems: readonly Problem[]): string => {
  const codes = new Set(problems.map(({ code }) => codeOfAnswer[code] ?? code));
  const [only] = codes;
  return codes.size === 1 && only !== undefined ? only : 'VALIDATION_FAILED';
};

const answerMessage = (problems: readonly Problem[]): string => {
  const [first] = problems;
  if (first === undefined) return '';
  const text = first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return problems.length === 1 ? text : `${problems.length} problems; see details. The first: ${text}`;
};

/** The fields that the contract promises at the top level (S38–S40, S46, N21, N22); absent where they do not apply. */
const namedFields = (scenes: readonly SceneFindings[]): Record<string, unknown> => {
  const invalidKeys = scenes.flatMap((scene) => scene.invalidKeys);
  const missingText = scenes.flatMap((scene) => scene.missingText);
  const missingBrandAssets = scenes.flatMap((scene) => scene.missingBrandAssets);
  const overBudget = scenes.flatMap((scene) => scene.overBudget);
  const [firstOver] = overBudget;
  return {
    ...(invalidKeys.length > 0
      ? { editableKeys: scenes.find((scene) => scene.invalidKeys.length > 0)?.editableKeys, invalidKeys }
      : {}),
    ...(missingText.length > 0 ? { missingText } : {}),
    ...(missingBrandAssets.length > 0 ? { missingBrandAssets } : {}),
    ...(firstOver
      ? {
          limit: firstOver.limit,
          length: firstOver.length,
          sceneIndex: firstOver.sceneIndex,
          seconds: firstOver.seconds,
          narrationOverBudget: overBudget,
        }
      : {}),
  };
};

/** N23: what does not exist makes the answer a 404. */
const unknownCodes = ['TEMPLATE_NOT_FOUND', 'BRAND_NOT_FOUND'];

const kindAndCode = (
  { shape = [], sceneCount }: ProjectFindings,
  problems: readonly Problem[],
): { kind: RefusalKind; code: string } => {
  // A request that cannot be read is answered as one, whatever else is wrong with what can.
  if (shape.length > 0) return { kind: 'bad_request', code: 'VALIDATION_FAILED' };
  if (sceneCount && (sceneCount.kind !== 'bad_request' || problems.length === 1)) return sceneCount;
  const unknown = unknownCodes.find((code) => problems.some((problem) => problem.code === code));
  return unknown === undefined
    ? { kind: 'bad_request', code: answerCode(problems) }
    : { kind: 'not_found', code: unknown };
};

/**
 * The one answer to everything that is wrong with a project's scenes (N22); null where nothing is. A template that does
 * not exist makes it a 404 (N23), too many scenes of a test key a 429 (S119), and the other problems still stand in its
 * details.
 */
export const refusalOfFindings = (findings: ProjectFindings): { kind: RefusalKind; input: RefusalInput } | null => {
  const { shape = [], sceneCount } = findings;
  const problems = [
    ...shape,
    ...(sceneCount ? [{ path: 'scenes', code: sceneCount.code, message: sceneCount.message }] : []),
    ...findings.problems,
    ...findings.scenes.flatMap((scene) => scene.problems),
  ];
  if (problems.length === 0) return null;
  const { kind, code } = kindAndCode(findings, problems);
  return {
    kind,
    input: {
      code,
      message: answerMessage(problems),
      details: problems,
      body: { ...namedFields(findings.scenes), ...sceneCount?.body, ...findings.body },
    },
  };
};
