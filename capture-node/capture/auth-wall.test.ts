import { expect, it } from 'vitest';
import { type AuthWallFacts, authWallOf } from './auth-wall.ts';

const facts = (some: Partial<AuthWallFacts>): AuthWallFacts => ({
  url: 'https://example.com/',
  title: 'Example',
  headings: [],
  buttons: [],
  passwordFieldCount: 0,
  accountFieldCount: 0,
  textLength: 300,
  linkCount: 3,
  httpStatus: 200,
  askedUrl: 'https://example.com/',
  ...some,
});

it.each([
  ['en', 'Sign in to Copperline'],
  ['de', 'Bitte anmelden'],
  ['fr', 'Se connecter'],
  ['es', 'Iniciar sesión'],
  ['it', 'Accedi al tuo account'],
  ['pt', 'Iniciar sessão'],
  ['nl', 'Inloggen'],
  ['pl', 'Zaloguj się'],
  ['ja', 'ログイン'],
  ['zh', '登录'],
  ['ru', 'Войти'],
  ['ar', 'تسجيل الدخول'],
  ['tr', 'Giriş yap'],
])('S70: knows a sign-in page that speaks %s', (_, heading) => {
  const wall = authWallOf(facts({ headings: [heading], passwordFieldCount: 1 }));
  expect(wall.detected).toBe(true);
  expect(wall.signals).toContain('A password field is shown');
});

it.each([
  ['HTTP 401', { httpStatus: 401 }],
  ['a sign-in service', { url: 'https://acme.okta.com/login' }],
  [
    'a redirect to the login',
    { url: 'https://app.example.com/login?next=%2F', askedUrl: 'https://app.example.com/board', buttons: ['Log in'] },
  ],
  ['an address field before the password', { headings: ['Sign in'], accountFieldCount: 1 }],
  [
    'buttons of other services alone',
    { headings: ['Welcome back'], buttons: ['Continue with Google', 'Continue with Apple'] },
  ],
  ['a German one of those', { headings: ['Anmelden'], buttons: ['Mit Google anmelden'] }],
])('S70: knows a wall by %s', (_, some) => {
  expect(authWallOf(facts(some)).detected).toBe(true);
});

it.each([
  [
    'a shop with a sign-in box in its header',
    { passwordFieldCount: 1, buttons: ['Sign in'], textLength: 4_000, linkCount: 60, headings: ['New this week'] },
  ],
  [
    'a landing page with a sign-in link',
    { buttons: ['Log in', 'Start free'], headings: ['Ship faster'], textLength: 3_000, linkCount: 30 },
  ],
  ['a newsletter form', { accountFieldCount: 1, headings: ['Letters from the kiln'] }],
  ['an article about signing in', { headings: ['How sign in with passkeys works'], textLength: 6_000, linkCount: 40 }],
  [
    'a page that tells how to connect Google Sheets',
    { buttons: ['Use with Google Sheets'], headings: ['Integrations'] },
  ],
  ['an empty page', { textLength: 0, linkCount: 0 }],
])('S70: takes %s for no wall, and names no signals', (_, some) => {
  expect(authWallOf(facts(some))).toEqual({ detected: false, signals: [] });
});
