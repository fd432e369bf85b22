import { allowNothing, egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { describe, expect, it } from 'vitest';
import { callbackUrlProblem } from './callback-url.ts';

describe('callback address', () => {
  it.each(['https://hooks.example.com/a?b=c', 'https://example.com:8443/', 'https://münchen.example/'])(
    'S56: takes %s',
    (url) => {
      expect(callbackUrlProblem(url, allowNothing)).toBeNull();
    },
  );

  it.each([
    ['', 'CALLBACK_URL_INVALID'],
    ['hooks.example.com', 'CALLBACK_URL_INVALID'],
    ['http://hooks.example.com/', 'CALLBACK_URL_INVALID'],
    ['ftp://hooks.example.com/', 'CALLBACK_URL_INVALID'],
    ['https://user:word@hooks.example.com/', 'CALLBACK_URL_INVALID'],
    [`https://hooks.example.com/${'a'.repeat(2_048)}`, 'CALLBACK_URL_INVALID'],
    ['https://127.0.0.1/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://8.8.8.8/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://[2606:4700::1111]/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://2130706433/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://localhost/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://LocalHost./', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://api.localhost/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://metadata.google.internal/', 'CALLBACK_URL_NOT_PUBLIC'],
    ['https://printer.local./', 'CALLBACK_URL_NOT_PUBLIC'],
  ])('N30: refuses "%s"', (url, code) => {
    expect(callbackUrlProblem(url, allowNothing)?.code).toBe(code);
  });

  it('takes plain http and addresses where the operator opened them', () => {
    const allow = egressAllowSchema.parse('hooks.intranet,10.0.0.0/8');
    expect(callbackUrlProblem('http://hooks.intranet/a', allow)).toBeNull();
    expect(callbackUrlProblem('http://10.1.2.3:8080/', allow)).toBeNull();
    expect(callbackUrlProblem('http://11.1.2.3/', allow)?.code).toBe('CALLBACK_URL_INVALID');
    expect(callbackUrlProblem('ftp://hooks.intranet/a', allow)?.code).toBe('CALLBACK_URL_INVALID');
  });
});
