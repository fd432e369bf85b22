import { expect, test } from 'vitest';
import { readEvents } from './event-stream.ts';

const eventsOf = async (...pieces: string[]) => {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const found = [];
  for await (const event of readEvents(ReadableStream.from(bytes) as ReadableStream<Uint8Array>)) found.push(event);
  return found;
};

test('an event may come in pieces, with comments between and either kind of line end', async () => {
  expect(
    await eventsOf('id: 1\nevent: sta', 'tus\ndata: {"a"', ':1}\n\n: still here\n\ndata:x\r\ndata: y\r\n\r\n'),
  ).toEqual([
    { id: '1', event: 'status', data: '{"a":1}' },
    { id: '1', event: 'message', data: 'x\ny' },
  ]);
});

test('an event that was cut off is not given out', async () => {
  expect(await eventsOf('data: whole\n\ndata: ha')).toEqual([{ id: null, event: 'message', data: 'whole' }]);
});
