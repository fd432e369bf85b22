import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { guardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import { z } from 'zod';
import type { ChatMessage } from './chat-messages.ts';

export interface ChatSettings {
  /** Ends before `/chat/completions`; the operator's own choice, a private address included. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
}

/** Failures are values. They name what happened and never what the server said: it may repeat the key. */
export type ChatOutcome =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly schema: unknown;
  readonly signal: AbortSignal;
}

export interface ChatClient {
  chat(request: ChatRequest): Promise<ChatOutcome>;
}

/** Of one exchange; the whole draft has a shorter end by its signal. */
const timeoutMs = 60_000;
/** A draft has some 10 kB; what is larger is none. */
const maxBytes = 512 * 1_024;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().min(1) }) })).min(1),
});

const failed = (reason: string): ChatOutcome => ({ kind: 'failed', reason });

const readCompletion = (body: Buffer): ChatOutcome => {
  try {
    const parsed = completionSchema.safeParse(JSON.parse(body.toString('utf8')));
    const text = parsed.data?.choices[0]?.message.content;
    return text === undefined ? failed('an answer without a message') : { kind: 'answered', text };
  } catch {
    return failed('an answer that is not JSON');
  }
};

/** A language model behind an endpoint that speaks like OpenAI's /chat/completions. */
export const chatClient = ({ baseUrl, apiKey, model }: ChatSettings): ChatClient => {
  const { hostname } = new URL(baseUrl);
  const fetch = guardedFetch({ allow: egressAllowSchema.parse(hostname) });
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    async chat({ messages, schema, signal }) {
      const body = {
        model,
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 'storyboard', strict: true, schema } },
      };
      const outcome = await fetch.post(url, {
        body: Buffer.from(JSON.stringify(body)),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        maxBytes,
        timeoutMs,
        signal,
      });
      if (outcome.kind === 'refused') return failed(outcome.code);
      if (outcome.status !== 200) return failed(`HTTP ${outcome.status}`);
      return outcome.body.length >= maxBytes ? failed('an answer that is too large') : readCompletion(outcome.body);
    },
  };
};
