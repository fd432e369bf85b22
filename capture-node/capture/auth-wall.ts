import type { AuthWall } from '@reelyard/shared/contracts/capture.ts';
import type { Page } from 'playwright-core';
import { folded } from './folded-text.ts';
import type { SignInSigns } from './in-page/sign-in-probe.ts';
import { isolatedWorld } from './isolated-world.ts';

export interface AuthWallFacts extends SignInSigns {
  readonly httpStatus: number | null;
  /** What was asked for, before redirects; null where a step led here. */
  readonly askedUrl: string | null;
}

/** "Sign in" in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Turkish, Russian, Chinese, Japanese, Korean, Arabic; folded. */
const signInWords = [
  'sign in',
  'log in',
  'login',
  'signin',
  'sign into',
  'log into',
  'welcome back',
  'sign on',
  'anmelden',
  'einloggen',
  'anmeldung',
  'se connecter',
  'connectez vous',
  'connexion',
  'identifiez vous',
  'iniciar sesion',
  'inicia sesion',
  'acceder',
  'accedi',
  'accesso',
  'entrar',
  'iniciar sessao',
  'inloggen',
  'aanmelden',
  'zaloguj',
  'logowanie',
  'logga in',
  'giris yap',
  'oturum ac',
  'войти',
  'вход',
  'авторизация',
  '登录',
  '登入',
  'ログイン',
  'サインイン',
  '로그인',
  'تسجيل الدخول',
  'התחברות',
].map(folded);

const providerWords =
  /\b(google|apple|microsoft|github|facebook|okta|sso|single sign[- ]on|linkedin|slack|gitlab|saml)\b/;
const continueWords = /\b(with|mit|avec|con|com|met|med|через|using|via|sso|single sign[- ]on)\b|で|으로|使用|ile /;
const signInPath =
  /(^|[/._-])(log-?in|sign-?in|signin|sso|auth|authenticate|oauth2?|session\/new|accounts?\/login|connexion|anmelden)([/?#._-]|$)/i;
const providerHosts =
  /(^|\.)(accounts\.google\.com|login\.microsoftonline\.com|login\.live\.com|appleid\.apple\.com|okta\.com|oktapreview\.com|auth0\.com|onelogin\.com|duosecurity\.com|pingidentity\.com|amazoncognito\.com)$/i;

const saysSignIn = (text: string): boolean => {
  const plain = folded(text);
  return plain.length <= 90 && signInWords.some((words) => plain.includes(words));
};

const pathOf = (address: string): string => {
  const url = URL.parse(address);
  return url === null ? '' : `${url.pathname}${url.hash}`;
};
const hostOf = (address: string): string => URL.parse(address)?.hostname ?? '';

/** Less than this around a password field is a page about signing in, not one that also offers it. */
const littleText = 900;
const fewLinks = 14;

/**
 * RULE: whether a page asks to sign in before it shows anything (S25, S70), and by which signs. A password field alone
 * is none: shops and blogs carry one in their header; it takes a second sign, or a page with nothing else on it.
 */
export const authWallOf = (facts: AuthWallFacts): AuthWall => {
  const hasPassword = facts.passwordFieldCount > 0;
  const heading = facts.headings.find(saysSignIn);
  const hasSignInButton = facts.buttons.some(saysSignIn);
  const providers = facts.buttons.filter((text) => {
    const plain = folded(text);
    return plain.length <= 60 && providerWords.test(plain) && continueWords.test(plain);
  });
  const isSignInAddress = signInPath.test(pathOf(facts.url));
  const isProviderHost = providerHosts.test(hostOf(facts.url));
  const wasSentHere =
    facts.askedUrl !== null &&
    isSignInAddress &&
    !signInPath.test(pathOf(facts.askedUrl)) &&
    facts.askedUrl !== facts.url;
  const isBare = facts.textLength < littleText && facts.linkCount < fewLinks;
  const signals = [
    ...(facts.httpStatus === 401 ? ['The site answered with HTTP 401'] : []),
    ...(hasPassword ? ['A password field is shown'] : []),
    ...(heading === undefined ? [] : [`A heading says "${heading.slice(0, 80)}"`]),
    ...(saysSignIn(facts.title) ? [`The title says "${facts.title.slice(0, 80)}"`] : []),
    ...(providers.length > 0 ? [`A button offers "${(providers[0] ?? '').slice(0, 80)}"`] : []),
    ...(isProviderHost ? [`The page belongs to a sign-in service (${hostOf(facts.url)})`] : []),
    ...(wasSentHere
      ? [`The site sent the browser to ${pathOf(facts.url).slice(0, 80)}`]
      : isSignInAddress
        ? ['The address is one for signing in']
        : []),
  ];
  const words = heading !== undefined || saysSignIn(facts.title) || hasSignInButton;
  const hasField = hasPassword || facts.accountFieldCount > 0;
  const detected =
    facts.httpStatus === 401 ||
    isProviderHost ||
    (hasPassword && isBare && (words || isSignInAddress || providers.length > 0)) ||
    (hasPassword && (wasSentHere || (isSignInAddress && words))) ||
    (hasField && isBare && words && (isSignInAddress || providers.length > 0 || heading !== undefined)) ||
    (providers.length > 0 &&
      isBare &&
      words &&
      !facts.headings.some((text) => !saysSignIn(text) && text.length > 60)) ||
    (wasSentHere && words && isBare);
  return { detected, signals: detected ? signals : [] };
};

/** Looks whether the open page asks to sign in (S70). `askedUrl` is the address before redirects, where one is known. */
export const detectAuthWall = async (
  page: Page,
  { httpStatus, askedUrl }: Pick<AuthWallFacts, 'httpStatus' | 'askedUrl'>,
): Promise<AuthWall> => {
  const { call } = await isolatedWorld(page);
  return authWallOf({ ...(await call('signInSigns')), httpStatus, askedUrl });
};
