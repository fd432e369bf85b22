export interface StreamEvent {
  /** The last id that was sent; null where none was. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

const parse = (block: string, lastId: string | null): StreamEvent | { readonly id: string | null } => {
  let id = lastId;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? { id } : { id, event, data: data.join('\n') };
};

/** The events of a text/event-stream body. An event that was cut off is not given out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = '';
  let lastId: string | null = null;
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    rest = (rest + decoder.decode(bytes, { stream: true })).replaceAll('\r\n', '\n');
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const found = parse(rest.slice(0, end), lastId);
      rest = rest.slice(end + 2);
      lastId = found.id;
      if ('data' in found) yield found;
    }
  }
}
