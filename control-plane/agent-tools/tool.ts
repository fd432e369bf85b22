import type { ReelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { z } from 'zod';
import { RequestProblemsError, requestProblems } from '../http/request-problems.ts';
import { asRefusal } from '../http/request-refusal.ts';
import { unusableTexts } from '../http/text-check.ts';
import { compactJsonSchema, type JsonSchema, outlineJsonSchema } from './compact-json-schema.ts';

/** A picture that an agent looks at. */
export interface Picture {
  readonly mimeType: 'image/jpeg';
  readonly base64: string;
}

/** Something big that stays where it is. */
export interface Link {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** What a tool may use, in the name of whoever called it. */
export interface ToolContext {
  readonly api: ReelyardClient;
  /** The JPEG at an address of the farm's storage; null for everything else. */
  readonly readPicture: (url: string) => Promise<Picture | null>;
  /** Aborts when the caller is gone or the server stops. */
  readonly signal: AbortSignal;
  /** Tells a caller that asked for it how far a long call is. */
  readonly report: (percent: number, message: string) => void;
}

export interface ToolAnswer<Structured> {
  readonly structured: Structured;
  /** What matters of it in words: clients that show no structured content show only this. */
  readonly summary: string;
  readonly pictures?: readonly (Picture | null)[];
  readonly links?: readonly Link[];
}

/** What a call may do, as clients show it before they ask a person (ToolAnnotations); what is not there is false. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** The protocol takes what is not said here, and is no mere look, for destructive. */
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** Whether it reaches something outside the farm; the protocol takes what is not said for true. */
  readonly openWorldHint: boolean;
}

/** Only looks. */
export const reads: ToolHints = { readOnlyHint: true, openWorldHint: false };
export const changes = (more: Partial<Omit<ToolHints, 'readOnlyHint'>> = {}): ToolHints => ({
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
  ...more,
});

export interface Tool {
  readonly name: string;
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly annotations: ToolHints;
    readonly inputSchema: JsonSchema & { readonly type: 'object' };
    readonly outputSchema: JsonSchema & { readonly type: 'object' };
  };
  /** Throws a refusal for arguments that are wrong, an ApiError where the API refuses. */
  call(input: unknown, context: ToolContext): Promise<ToolAnswer<Record<string, unknown>>>;
}

interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: `video_${string}`;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  readonly input: Input;
  /** What is told of what `run` answers: a field that is not in it is left out. */
  readonly output: Output;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolAnswer<z.input<Output>>>;
}

/** An id as the API makes them. Others are not asked for: one of dots would lead to another endpoint. */
export const recordId = z.string().regex(/^[\w-]{1,200}$/, 'must be an id or a slug: letters, digits, _ and -');

/** As the API takes it in its header. */
export const ownIdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 printable ASCII characters and no spaces')
  .optional();

/** Wrong arguments are answered as the API answers a wrong body: every problem at once, each with its place. */
const checked = <Input extends z.ZodObject>(schema: Input, input: unknown): z.output<Input> => {
  const parsed = schema.safeParse(input ?? {});
  const problems = [...unusableTexts(input), ...(parsed.error ? requestProblems(parsed.error) : [])];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw asRefusal(new RequestProblemsError(problems));
};

export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ToolSpec<Input, Output>,
): Tool => {
  const { name, title, description, input, output, run } = spec;
  return {
    name,
    listed: {
      name,
      title,
      description,
      annotations: spec.hints,
      inputSchema: compactJsonSchema(z.toJSONSchema(input, { io: 'input' })),
      outputSchema: outlineJsonSchema(z.toJSONSchema(output, { io: 'output' })),
    },
    async call(given, context) {
      const answer = await run(checked(input, given), context);
      return { ...answer, structured: output.parse(answer.structured) };
    },
  };
};
