import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';

export interface ToolOutcome {
  readonly isError: boolean;
  /** What a success says to programs, or the error that is said to agents. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly facts: any;
  readonly text: string;
  readonly pictures: readonly { readonly mimeType: string; readonly data: string }[];
  readonly links: readonly { readonly uri: string; readonly name: string }[];
  /** Size of what an agent reads: everything but pictures. */
  readonly readBytes: number;
}

type Content = Awaited<ReturnType<Client['callTool']>>['content'];

const ofType = <T extends Content[number]['type']>(content: Content, type: T) =>
  content.filter((each): each is Extract<Content[number], { type: T }> => each.type === type);

/** The newest revision, and the newest of the older ones. */
export const eras = [{ pin: '2026-07-28' }, 'legacy'] as const satisfies readonly VersionNegotiationMode[];

/** The official client, connected over HTTP. */
export const agentClient = async (
  farmUrl: string,
  headers: Record<string, string>,
  mode: VersionNegotiationMode = eras[0],
) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${farmUrl}/mcp`), { requestInit: { headers } }));
  return {
    client,
    async call(name: string, args: Record<string, unknown> = {}): Promise<ToolOutcome> {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
      const text = ofType(content, 'text')
        .map((each) => each.text)
        .join('\n');
      return {
        isError,
        text,
        facts: isError ? JSON.parse(text) : structuredContent,
        pictures: ofType(content, 'image'),
        links: ofType(content, 'resource_link'),
        readBytes: Buffer.byteLength(
          JSON.stringify({ content: content.filter(({ type }) => type !== 'image'), structuredContent }),
        ),
      };
    },
    close: () => client.close(),
  };
};
export type Agent = Awaited<ReturnType<typeof agentClient>>;
