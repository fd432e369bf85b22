/** One mail, in both forms. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Addresses in it that open something; they are never logged. */
  readonly kind: 'verify-email' | 'reset-password' | 'already-registered' | 'password-changed';
}

interface Recipient {
  readonly email: string;
  readonly name: string;
}

interface Parts {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Below the button. */
  readonly after: readonly string[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const textOf = ({ heading, paragraphs, button, after }: Parts): string =>
  [heading, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), ...after, '— Reelyard'].join('\n\n');

const ink = '#14161a';
const quiet = '#5c6370';

const paragraphHtml = (text: string, color = ink): string =>
  `<p style="margin:0 0 16px;font-size:15px;line-height:1.55;color:${color}">${escaped(text)}</p>`;

const buttonHtml = ({ label, url }: NonNullable<Parts['button']>): string => `
<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;background:${ink};color:#ffffff;
text-decoration:none;font-size:15px;font-weight:600;padding:12px 22px;border-radius:8px">${escaped(label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;line-height:1.5;color:${quiet}">If the button does nothing, open this address:<br>
<a href="${escaped(url)}" style="color:${quiet};word-break:break-all">${escaped(url)}</a></p>`;

/** Tables and inline styles: what mail programs of every age draw alike. */
const htmlOf = ({ heading, paragraphs, button, after }: Parts): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(heading)}</title></head>
<body style="margin:0;background:#f2f3f5;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;
border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:14px;font-weight:700;letter-spacing:.04em;color:${ink}">REELYARD</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${ink}">${escaped(heading)}</h1>
${paragraphs.map((paragraph) => paragraphHtml(paragraph)).join('\n')}
${button ? buttonHtml(button) : ''}
${after.map((paragraph) => paragraphHtml(paragraph, quiet)).join('\n')}
</td></tr></table></td></tr></table></body></html>
`;

const mailOf = (kind: Mail['kind'], { email }: Recipient, subject: string, parts: Parts): Mail => ({
  kind,
  to: email,
  subject,
  text: textOf(parts),
  html: htmlOf(parts),
});

/** A name as a greeting; of one that was made up to look like a message only a plain greeting is left. */
const greeting = ({ name }: Recipient): string =>
  /^[\p{L}\p{M}\p{N} .'’-]{1,60}$/u.test(name) && !/\.\p{L}{2,}/u.test(name) ? `Hello ${name},` : 'Hello,';

/** `url` carries the token behind `#`, which no server sees or logs. */
export const verificationMail = (to: Recipient, url: string): Mail =>
  mailOf('verify-email', to, 'Confirm your e-mail address', {
    heading: 'Confirm your e-mail address',
    paragraphs: [greeting(to), 'One step is left: confirm that this address is yours, then sign in.'],
    button: { label: 'Confirm the address', url },
    after: ['The link works for 24 hours. If you did not sign up at Reelyard, ignore this mail: nothing happens.'],
  });

export const resetMail = (to: Recipient, url: string): Mail =>
  mailOf('reset-password', to, 'Set a new password', {
    heading: 'Set a new password',
    paragraphs: [greeting(to), 'Somebody asked for a new password for this address. If it was you, choose one here.'],
    button: { label: 'Choose a new password', url },
    after: [
      'The link works once and for one hour. It signs you out everywhere.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  });

export const alreadyRegisteredMail = (to: Recipient, url: string): Mail =>
  mailOf('already-registered', to, 'You already have an account', {
    heading: 'You already have an account',
    paragraphs: [
      greeting(to),
      'Somebody tried to sign up at Reelyard with this address, which has an account already.',
    ],
    button: { label: 'Sign in or set a new password', url },
    after: ['If it was not you, ignore this mail: nothing was changed.'],
  });

export const passwordChangedMail = (to: Recipient, url: string): Mail =>
  mailOf('password-changed', to, 'Your password was changed', {
    heading: 'Your password was changed',
    paragraphs: [greeting(to), 'The password of your Reelyard account was changed just now.'],
    button: { label: 'It was not me', url },
    after: ['If it was you, nothing is left to do.'],
  });
