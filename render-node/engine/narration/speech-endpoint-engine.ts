import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blame, JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { optionalVoices } from '@reelyard/shared/media/catalog.ts';
import type { VoiceEngine } from './voice-engine.ts';

/** An OpenAI-compatible `POST /v1/audio/speech`, chosen by the operator of the node. */
export interface SpeechEndpoint {
  /** Address of the API without `/v1/audio/speech`. */
  readonly url: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** The endpoint's own name of the voice. */
  readonly voiceName: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** A minute of speech in 16 bit at 48 kHz is 6 MB; a line is seconds. */
const mostBytes = 32 * 1_024 * 1_024;
const timeoutMs = 60_000;

const failure = (blame: Blame, retryable: boolean, message: string, cause?: unknown): JobFailureError =>
  new JobFailureError({ blame, retryable, stage: 'encode', code: 'VOICE_FAILED', message }, { cause });

const ask = async (endpoint: SpeechEndpoint, text: string, signal: AbortSignal): Promise<Response> => {
  const { url, apiKey, model, voiceName } = endpoint;
  try {
    return await endpoint.fetch(`${url.replace(/\/+$/u, '')}/v1/audio/speech`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, voice: voiceName, input: text, response_format: 'wav' }),
      signal,
    });
  } catch (cause) {
    throw failure('node', true, 'The speech endpoint could not be reached.', cause);
  }
};

const wavOf = async (response: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw failure('node', false, 'The speech endpoint sent more than a line can be.');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.subarray(0, 4).toString('latin1') !== 'RIFF')
    throw failure('node', false, 'The speech endpoint did not send a WAV file.');
  return bytes;
};

/** Speaks through an endpoint of the operator: any studio voice behind the one interface. */
export const speechEndpointEngine = (endpoint: SpeechEndpoint): VoiceEngine => ({
  name: 'speech-endpoint',
  voices: optionalVoices.filter((voice) => voice.engine === 'speech-endpoint'),
  async speak(text, _voice, { signal, folder, fileStem }) {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await ask(endpoint, text, bounded);
      if (!response.ok)
        throw failure(
          'node',
          response.status === 429 || response.status >= 500,
          `The speech endpoint answered ${response.status}.`,
        );
      const filePath = join(folder, `${fileStem}.wav`);
      await writeFile(filePath, await wavOf(response));
      // Not every endpoint takes OpenAI's `speed`, and one that does not ignores it without a word.
      return { filePath, wordWeights: null, speed: 1 };
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
});
