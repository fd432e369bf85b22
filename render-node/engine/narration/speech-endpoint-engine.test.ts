import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SpeechEndpoint, speechEndpointEngine } from './speech-endpoint-engine.ts';

let folder: string;
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endpoint-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed) ?? closed(null));
  server = undefined;
  await rm(folder, { recursive: true });
});

const endpointThat = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<SpeechEndpoint> => {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, apiKey: 'key', model: 'tts', voiceName: 'alloy', fetch };
};

const speak = async (endpoint: SpeechEndpoint, signal = AbortSignal.timeout(10_000)) => {
  const engine = speechEndpointEngine(endpoint);
  return await engine.speak('Hello.', engine.voices[0] as Voice, { signal, speed: 1, folder, fileStem: 'line' });
};

test('the line is asked for as OpenAI would be, and the WAV file is kept', async () => {
  let asked = '';
  const endpoint = await endpointThat((request, response) => {
    void text(request).then((body) => {
      asked = `${request.method} ${request.url} ${request.headers.authorization} ${body}`;
      response.end('RIFFsound');
    });
  });
  const { filePath } = await speak(endpoint);
  expect(await readFile(filePath, 'utf8')).toBe('RIFFsound');
  const body = JSON.stringify({ model: 'tts', voice: 'alloy', input: 'Hello.', response_format: 'wav' });
  expect(asked).toBe(`POST /v1/audio/speech Bearer key ${body}`);
});

test('an overloaded endpoint is worth another try, a refusal and a page are not', async () => {
  const answers = [
    [503, 'busy', true],
    [401, 'no', false],
    [200, '<html>', false],
  ] as const;
  for (const [status, body, retryable] of answers) {
    const endpoint = await endpointThat((_request, response) => response.writeHead(status).end(body));
    await expect(speak(endpoint)).rejects.toMatchObject({
      failure: { code: 'VOICE_FAILED', blame: 'node', retryable },
    });
    server?.close();
  }
});

test('an endpoint that never answers ends with the attempt', async () => {
  const stopping = new AbortController();
  const endpoint = await endpointThat(() => stopping.abort(new Error('cancelled')));
  await expect(speak(endpoint, stopping.signal)).rejects.toThrow('cancelled');
});
