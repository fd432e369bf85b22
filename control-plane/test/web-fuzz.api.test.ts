import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { naughtyStrings, naughtyValue } from './fuzz-values.ts';
import { type Farm, startFarm } from './harness.ts';
import { goodPassword, newUser, type WebBrowser, webBrowser } from './web-browser.ts';

let farm: Farm;
let signedIn: WebBrowser;
beforeAll(async () => {
  farm = await startFarm();
  signedIn = await newUser(farm, 'fuzz@example.com');
  await signedIn.post('/auth/sign-in', { email: 'fuzz@example.com', password: goodPassword });
});
afterAll(() => farm.close());

const addresses = [
  '/auth/sign-in',
  '/auth/sign-in/oidc',
  '/auth/change-password',
  '/auth/verify-email',
  '/auth/reset-password',
  '/auth/verify-email/request',
  '/auth/reset-password/request',
  '/auth/sign-up',
] as const;
const fields = ['email', 'password', 'name', 'token', 'newPassword', 'currentPassword', 'remember', 'returnPath', 'x'];
/** Each of these has a mail or a derived key behind it: bodies that get as far are few. */
const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...naughtyStrings) },
  { weight: 3, arbitrary: naughtyValue },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('fuzz@example.com', goodPassword, '/', true) },
);
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }) },
  { weight: 1, arbitrary: naughtyValue },
);

let line = 0;
test('no body makes a fault of /auth, and every refusal says what is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...addresses), body, async (address, payload) => {
      line += 1;
      const clientAddress = `203.0.${Math.floor(line / 250)}.${line % 250}`;
      const headers = { 'content-type': 'application/json' };
      const answer = await signedIn.post(address, JSON.stringify(payload) ?? '', { clientAddress, headers });
      expect(answer.status, JSON.stringify([address, payload, answer.body])).toBeLessThan(
        address === '/auth/sign-in/oidc' ? 504 : 500,
      );
      if (answer.status >= 400) {
        expect(answer.body).toMatchObject({ success: false, code: expect.stringMatching(/^[A-Z_]+$/) });
      }
    }),
    { numRuns: 250 },
  );
  expect(farm.logLines.filter((text) => text.includes('"fault"'))).toEqual([]);
});

test.each([
  ['', 'application/json', 400, 'INVALID_JSON'],
  ['{', 'application/json', 400, 'INVALID_JSON'],
  ['{"__proto__":{"email":"x"}}', 'application/json', 400, 'INVALID_JSON'],
  ['[]', 'application/json', 400, 'VALIDATION_FAILED'],
  ['email=a%40b.example&password=x', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [`{"email":"${'x'.repeat(1_100_000)}"}`, 'application/json', 413, 'BODY_TOO_LARGE'],
])('a body that is none is refused: %#', async (payload, type, status, code) => {
  const answer = await webBrowser(farm).post('/auth/sign-in', payload, { headers: { 'content-type': type } });
  expect(answer).toMatchObject({ status, body: { code } });
});
