/** What the subject of a movement names (publish:<id>:scene:<id>, publish:<id>:export, browse:<id>, capture:<id>). */
export interface SubjectIds {
  readonly requestId: string | null;
  readonly sceneId: string | null;
  readonly sessionId: string | null;
  readonly captureId: string | null;
}

export const idsOfSubject = (subject: string | null): SubjectIds => {
  const [kind, id = null, part, partId = null] = subject?.split(':') ?? [];
  return {
    requestId: kind === 'publish' ? id : null,
    sceneId: kind === 'publish' && part === 'scene' ? partId : null,
    sessionId: kind === 'browse' ? id : null,
    captureId: kind === 'capture' ? id : null,
  };
};
