import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ActionResult, BrowseAction, Outline } from '@reelyard/shared/contracts/browse-session.ts';
import type {
  CapturedFile,
  CaptureFile,
  CaptureProblem,
  ComponentCapture,
  ComponentCaptureResult,
} from '@reelyard/shared/contracts/capture.ts';
import type { UploadedFile } from '@reelyard/shared/contracts/node-protocol.ts';
import {
  type CaptureAnswer,
  type CaptureInPage,
  type CaptureUploads,
  type OpenSession,
  sessionsBearer,
} from '@reelyard/shared/contracts/session-protocol.ts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { type FakeNode, fakeNode } from './fake-node.ts';

/** What the fake page holds: parts of one colour each on a page of another. CSS pixels. */
export interface FakePart {
  readonly id: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly color: string;
}

export const pageColor = '#f8fafc';
/** What lies behind every part. */
export const behindColor = '#ffcc00';
export const fakeParts: readonly FakePart[] = [
  { id: 'cmp_a', box: { x: 20, y: 20, width: 60, height: 40 }, color: '#1d4ed8' },
  { id: 'cmp_b', box: { x: 120, y: 30, width: 50, height: 50 }, color: '#e11d2e' },
  { id: 'cmp_c', box: { x: 40, y: 90, width: 80, height: 20 }, color: '#16a34a' },
];
/** A part's picture holds its shadow: it is wider than its box. */
const shadowWidth = 2;
export const pictureBoxOf = ({ box: { x, y, width, height } }: FakePart): FakePart['box'] => ({
  x: x - shadowWidth,
  y: y - shadowWidth,
  width: width + 2 * shadowWidth,
  height: height + 2 * shadowWidth,
});
const pageSize = { width: 200, height: 125 };
export const fakeScale = 2;

const flat = (color: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

const outlineOf = (url: string, isWalled: boolean): Outline => ({
  url,
  title: 'A page',
  headings: [],
  links: [],
  sections: [],
  scroll: { y: 0, height: 1_000, viewportHeight: 900 },
  screenshot: { mimeType: 'image/jpeg', dataBase64: '', width: 1, height: 1 },
  authWall: { detected: isWalled, signals: isWalled ? ['password field'] : [] },
  routes: [],
});

/** How the fake node behaves; tests change it between calls. */
export interface FakeBehaviour {
  httpStatus: number;
  isWalled: boolean;
  /** Answered to a capture instead of pictures. */
  captureProblem: { problem: CaptureProblem; message: string } | null;
  openProblem: { problem: CaptureProblem; message: string } | null;
  /** Index of the step that the page does not do. */
  failingStep: number | null;
  /** Awaited before a capture answers. */
  beforeCapture: () => Promise<void>;
  /** Bytes that are uploaded instead of a picture. */
  lie: { readonly file: CaptureFile; readonly bytes: Buffer } | null;
}

const honest = (): FakeBehaviour => ({
  httpStatus: 200,
  isWalled: false,
  captureProblem: null,
  openProblem: null,
  failingStep: null,
  beforeCapture: async () => {},
  lie: null,
});

/**
 * A capture node that speaks the real session protocol over HTTP and uploads real pictures to the signed addresses. Its
 * page is drawn: parts of one colour each, so that a test sees in a pixel what lies on top.
 */
export const fakeCaptureNode = async (app: FastifyInstance, farmToken: string) => {
  const behaviour = honest();
  const opened: OpenSession[] = [];
  const closed: string[] = [];
  const requests: ComponentCapture[] = [];
  const actions: BrowseAction[] = [];
  const urls = new Map<string, string>();
  let bearer = '';

  const upload = async (uploads: CaptureUploads, file: CaptureFile, bytes: Buffer): Promise<UploadedFile> => {
    const target = uploads[file]?.[file === 'annotated' ? 'image/jpeg' : 'image/png'];
    if (target === undefined) throw new Error(`no upload address for ${file}`);
    const { pathname, search } = new URL(target.url);
    const sent = behaviour.lie?.file === file ? behaviour.lie.bytes : bytes;
    const { headers } = target;
    const response = await app.inject({ method: 'PUT', url: pathname + search, headers, payload: sent });
    if (response.statusCode !== 201) throw new Error(`upload answered ${response.statusCode}`);
    return { sha256: createHash('sha256').update(sent).digest('hex'), sizeBytes: sent.length };
  };

  const capture = async (url: string, { request, uploads }: CaptureInPage): Promise<CaptureAnswer> => {
    requests.push(request);
    await behaviour.beforeCapture();
    const page = { url, title: 'A page', httpStatus: behaviour.httpStatus };
    const timingsMs = { openSession: 0, steps: 0, probe: 5, frame: 1, capture: 20, finalize: 3, browser: { load: 40 } };
    const authWall = { detected: behaviour.isWalled, signals: behaviour.isWalled ? ['password field'] : [] };
    if (behaviour.isWalled) return { result: { page, authWall, capture: null, timingsMs }, files: {} };
    const files: Record<string, UploadedFile> = {};
    const put = async (file: CaptureFile, bytes: Buffer): Promise<CapturedFile> => {
      const { width, height } = await sharp(bytes).metadata();
      files[file] = await upload(uploads, file, bytes);
      const mimeType = file === 'annotated' ? ('image/jpeg' as const) : ('image/png' as const);
      return { file, mimeType, widthPx: width, heightPx: height };
    };
    const sizeOf = ({ width, height }: FakePart['box']): [number, number] => [width * fakeScale, height * fakeScale];
    const overlays = async (parts: readonly FakePart[], color: (part: FakePart) => string) =>
      Promise.all(
        parts.map(async (part) => ({
          input: await flat(color(part), ...sizeOf(pictureBoxOf(part))),
          left: pictureBoxOf(part).x * fakeScale,
          top: pictureBoxOf(part).y * fakeScale,
        })),
      );
    const ground = sharp(await flat(pageColor, pageSize.width * fakeScale, pageSize.height * fakeScale));
    const picture = await ground
      .clone()
      .composite(await overlays(fakeParts, ({ color }) => color))
      .png()
      .toBuffer();
    const count = request.autoSelect ? Math.min(request.slot.maxComponents, 2) : 0;
    const selected = fakeParts.slice(0, count);
    // The node's own plate has another colour behind: it is told from one that is composed.
    const plate = ground.clone().composite(await overlays(selected, () => '#00ffff'));
    const candidates: NonNullable<ComponentCaptureResult['capture']>['candidates'] = [];
    for (const [index, part] of fakeParts.entries()) {
      candidates.push({
        id: part.id,
        number: index + 1,
        role: 'card',
        label: `Part ${part.id}`,
        selector: `#${part.id}`,
        box: part.box,
        score: 1 - index / 10,
        text: '',
        component: await put(
          `component-${index + 1}` as CaptureFile,
          await flat(part.color, ...sizeOf(pictureBoxOf(part))),
        ),
        componentBox: pictureBoxOf(part),
        behind: await put(`behind-${index + 1}` as CaptureFile, await flat(behindColor, ...sizeOf(pictureBoxOf(part)))),
      });
    }
    const annotated = request.annotate ? await sharp(picture).jpeg().toBuffer() : null;
    return {
      result: {
        page,
        authWall,
        timingsMs,
        capture: {
          frame: { mode: request.frame, x: 0, y: 0, ...pageSize, scrollY: 0, scale: fakeScale },
          candidates,
          selectedIds: selected.map(({ id }) => id),
          picture: await put('page', picture),
          plate: selected.length === 0 ? null : await put('plate', await plate.png().toBuffer()),
          annotated: annotated === null ? null : await put('annotated', annotated),
        },
      },
      files,
    };
  };

  const act = (sessionId: string, body: { actions: BrowseAction[] }) => {
    actions.push(...body.actions);
    const results: ActionResult[] = [];
    for (const [index, action] of body.actions.entries()) {
      if (action.type === 'goto') urls.set(sessionId, action.text ?? '');
      const url = urls.get(sessionId) ?? '';
      const isFailing = index === behaviour.failingStep;
      const why = isFailing ? { code: 'ELEMENT_NOT_FOUND', message: 'Nothing like that is there.' } : null;
      results.push({
        index,
        status: isFailing ? 'failed' : 'ok',
        code: why?.code ?? null,
        message: why?.message ?? null,
        url,
      });
      if (isFailing) break;
    }
    return { results, outline: outlineOf(urls.get(sessionId) ?? '', behaviour.isWalled) };
  };

  /** Status and body of one request of the control plane. */
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    if (request.headers.authorization !== `Bearer ${bearer}`) return [401, {}];
    const [, , sessionId = '', verb] = (request.url ?? '').split('/');
    const body = request.method === 'POST' ? await json(request) : null;
    if (request.method === 'POST' && sessionId === '') {
      if (behaviour.openProblem !== null) return [422, behaviour.openProblem];
      const order = body as OpenSession;
      opened.push(order);
      urls.set(order.sessionId, order.url);
      return [201, { outline: outlineOf(order.url, behaviour.isWalled), httpStatus: behaviour.httpStatus }];
    }
    const url = urls.get(sessionId);
    if (url === undefined) return [404, {}];
    if (request.method === 'DELETE') {
      closed.push(sessionId);
      urls.delete(sessionId);
      return [200, { profile: null }];
    }
    if (verb === 'actions') return [200, act(sessionId, body as { actions: BrowseAction[] })];
    if (verb === 'outline') return [200, { outline: outlineOf(url, behaviour.isWalled) }];
    if (behaviour.captureProblem !== null) return [422, behaviour.captureProblem];
    return [200, await capture(url, body as CaptureInPage)];
  };

  const server: Server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessionsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node: FakeNode = await fakeNode(app, farmToken, {
    name: 'fake-capture',
    pool: 'capture',
    sessionsUrl,
    capabilities: { kinds: ['page.capture', 'brand.read'], encoders: [], voices: [] },
  });
  bearer = sessionsBearer(createHash('sha256').update(node.nodeToken, 'utf8').digest());

  return {
    node,
    behaviour,
    opened,
    closed,
    requests,
    actions,
    /** Sessions that are open in its browser. */
    openIds: (): string[] => [...urls.keys()],
    /** Behaves well again, forgets what it was asked, and says that it is there. */
    async reset(): Promise<void> {
      await node.presence();
      Object.assign(behaviour, honest());
      urls.clear();
      for (const log of [opened, closed, requests, actions]) log.length = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
export type FakeCaptureNode = Awaited<ReturnType<typeof fakeCaptureNode>>;
