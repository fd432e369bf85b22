import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { sessionTraffic } from './session-traffic.ts';

const opened = (): Duplex => new Duplex({ read() {}, write() {} });
const limits = { maxPageBytes: 100, maxSessionBytes: 250 };

it('D7: a page that had too much loses its connections; the next page begins anew, the session does not', () => {
  const codes: string[] = [];
  const traffic = sessionTraffic(limits, (code) => codes.push(code));
  const socket = opened();
  traffic.track(socket);
  traffic.received('a.example', 100);
  expect([traffic.isOverLimit, socket.destroyed]).toEqual([false, false]);
  traffic.received('a.example', 1);
  traffic.received('a.example', 1);
  expect([traffic.isOverLimit, socket.destroyed, codes]).toEqual([true, true, ['TRAFFIC_LIMIT_REACHED']]);
  traffic.nextPage();
  expect(traffic.isOverLimit).toBe(false);
  traffic.received('a.example', 90);
  traffic.nextPage();
  traffic.received('a.example', 90);
  traffic.nextPage();
  expect([traffic.isOverLimit, traffic.receivedBytes]).toEqual([true, 282]);
});

it('keeps the last refusals and tells of each', () => {
  let told = 0;
  const traffic = sessionTraffic(limits, () => {
    told += 1;
  });
  for (let count = 0; count < 300; count += 1) traffic.refused(`host-${count}`, 'ADDRESS_NOT_PUBLIC');
  expect(told).toBe(300);
  expect(traffic.refusals.length).toBe(200);
  expect(traffic.refusals.at(-1)).toEqual({ hostname: 'host-299', code: 'ADDRESS_NOT_PUBLIC' });
});
