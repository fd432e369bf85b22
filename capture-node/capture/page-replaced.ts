/** The page went on to another document while it was captured. */
export class PageReplaced extends Error {
  override readonly name = 'PageReplaced';
  constructor() {
    super('the page was replaced while its pictures were taken');
  }
}

/** Also where our code inside the page noticed it (picture-mode.ts), whose errors come as texts. */
export const wasReplaced = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('the page was replaced while its pictures were taken');
