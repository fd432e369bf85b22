import type { ConsentWords } from './in-page/consent-probe.ts';

/**
 * How notices speak, folded: accents off, lower case. Refusals stand before what closes, and that before what agrees:
 * a capture gives no consent where it need not.
 */
const refusals = [
  ['reject all', 'reject', 'decline all', 'decline', 'deny all', 'deny', 'refuse', 'disagree', 'no thanks', 'opt out'],
  ['only necessary', 'necessary only', 'essential only', 'only essential', 'use necessary', 'accept necessary'],
  ['continue without accepting', 'strictly necessary', 'required only', 'only required'],
  ['alle ablehnen', 'ablehnen', 'nur notwendige', 'nur erforderliche', 'nur essenzielle', 'nur technisch notwendige'],
  ['tout refuser', 'refuser', 'continuer sans accepter', 'je refuse'],
  ['rechazar todo', 'rechazar todas', 'rechazar', 'solo necesarias', 'no acepto'],
  ['rifiuta tutto', 'rifiuta tutti', 'rifiuta', 'solo necessari', 'continua senza accettare'],
  ['rejeitar tudo', 'rejeitar todos', 'rejeitar', 'recusar', 'apenas necessarios'],
  ['alles weigeren', 'alles afwijzen', 'weigeren', 'afwijzen', 'alleen noodzakelijk'],
  ['odrzuc wszystkie', 'odrzuc', 'tylko niezbedne', 'avvisa alla', 'neka alla', 'neka', 'afvis alle', 'avslaa alle'],
  ['tumunu reddet', 'reddet', 'отклонить все', 'отклонить', 'только необходимые'],
  ['すべて拒否', '拒否する', '拒否', '모두 거부', '거부', '全部拒绝', '拒绝', '全部拒絕', '拒絕', 'رفض الكل', 'رفض', 'דחה הכל', 'דחה'],
];
const closings = [
  ['close', 'dismiss', 'got it', 'ok', 'okay', 'understood', 'i understand', 'continue', 'save', 'save preferences'],
  ['schliessen', 'verstanden', 'speichern', 'fermer', 'compris', 'cerrar', 'entendido', 'chiudi', 'ho capito', 'fechar'],
  ['sluiten', 'begrepen', 'zamknij', 'rozumiem', 'stang', 'kapat', 'закрыть', 'понятно', '閉じる', '닫기', '关闭', 'إغلاق', 'סגור'],
];
const agreements = [
  ['accept all', 'accept', 'allow all', 'allow', 'i accept', 'i agree', 'agree', 'yes'],
  ['alle akzeptieren', 'akzeptieren', 'zustimmen', 'alle zulassen', 'tout accepter', 'accepter', "j accepte"],
  ['aceptar todo', 'aceptar', 'acepto', 'accetta tutto', 'accetta', 'aceitar tudo', 'aceitar', 'alles accepteren'],
  ['accepteren', 'akceptuj wszystkie', 'akceptuj', 'acceptera alla', 'acceptera', 'godkann', 'tumunu kabul et', 'kabul et'],
  ['принять все', 'принять', 'すべて同意', '同意する', '同意', '모두 동의', '동의', '全部接受', '接受', '全部同意', 'قبول الكل', 'قبول', 'אישור'],
];

export const consentWords: ConsentWords = {
  notice: [
    ...['cookie', 'consent', 'gdpr', 'ccpa', 'tracking technologies', 'your privacy', 'privacy choices', 'datenschutz'],
    ...['einwilligung', 'consentement', 'temoins de connexion', 'traceurs', 'consentimiento', 'consenso', 'privacidad'],
    ...['toestemming', 'samtycke', 'ciasteczk', 'cerez', 'куки', 'файлы cookie', 'クッキー', '쿠키', 'ملفات تعريف', 'עוגיות'],
  ],
  answers: [...refusals, ...closings, ...agreements].flat(),
  containers: [
    ...['#onetrust-banner-sdk', '#onetrust-consent-sdk', '#CybotCookiebotDialog', '#didomi-popup', '#didomi-notice'],
    ...['#usercentrics-root', '#usercentrics-cmp-ui', '.qc-cmp2-container', '#truste-consent-track', '#cookie-law-info-bar'],
    ...['.cky-consent-container', '#cookiescript_injected', '#iubenda-cs-banner', '.cc-window', '#hs-eu-cookie-confirmation'],
    ...['#axeptio_overlay', '.osano-cm-window', '#tarteaucitronRoot', '#cookie-notice', '#cmpbox', '#BorlabsCookieBox'],
    ...['.klaro .cookie-notice', '.klaro .cookie-modal', '#cookiehub-consent', '[id^=sp_message_container]', '.fc-consent-root'],
  ],
};
