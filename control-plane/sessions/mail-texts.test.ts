import { expect, test } from 'vitest';
import { alreadyRegisteredMail, passwordChangedMail, resetMail, verificationMail } from './mail-texts.ts';

const to = { email: 'ada@example.com', name: 'Ada' };
const url = 'https://farm.example/auth/verify-email#token=abc&x=1';

test.each([verificationMail, resetMail, alreadyRegisteredMail, passwordChangedMail])(
  '%o says the same in text and HTML, with the address in both',
  (write) => {
    const mail = write(to, url);
    expect(mail.to).toBe('ada@example.com');
    expect(mail.text).toContain('Hello Ada,');
    expect(mail.text).toContain(url);
    expect(mail.html).toContain('Hello Ada,');
    expect(mail.html).toContain('href="https://farm.example/auth/verify-email#token=abc&amp;x=1"');
  },
);

test.each([
  '<img src=x onerror=alert(1)>',
  'Win $1000 at evil.example',
  'x'.repeat(100),
  'a\nb',
  'http://evil.example',
])('a name that is a message of its own (%j) is not sent to a stranger', (name) => {
  const mail = verificationMail({ ...to, name }, url);
  expect(mail.text).not.toContain(name);
  expect(mail.html).not.toContain(name);
  expect(mail.text).toContain('Hello,');
});

test.each(['Ada Lovelace', 'J. R. R. Tolkien', "O'Neill", '馬英九', 'अदा'])('the name %j is greeted', (name) => {
  expect(verificationMail({ ...to, name }, url).text).toContain(`Hello ${name},`);
});
