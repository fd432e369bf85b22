import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitBodyTime } from './body-deadline.ts';

test('H3: a body that trickles in ends its connection, one that is there is answered however long that takes', async () => {
  const app = fastify();
  limitBodyTime(app, 100);
  const slowWork = Promise.withResolvers<void>();
  app.post('/', async () => {
    await slowWork.promise;
    return { done: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const whole = fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  await once(socket, 'close');
  slowWork.resolve();
  expect(await (await whole).json()).toEqual({ done: true });
  await app.close();
});
