/** Why nothing was fetched, for programs and for people. */
export interface EgressRefusal {
  readonly kind: 'refused';
  readonly code: EgressRefusalCode;
  readonly message: string;
}

/** The messages are for callers: they say what to do, and name no resolved address and no error of ours (H6). */
const messages = {
  ADDRESS_INVALID: 'The address is not a URL. Give a full address such as https://example.com/logo.png.',
  SCHEME_NOT_ALLOWED: 'Only http and https addresses can be fetched.',
  HTTPS_REQUIRED: 'Only https addresses can be called.',
  CREDENTIALS_IN_ADDRESS: 'The address carries a user name or password. Give an address that needs none.',
  ADDRESS_NOT_PUBLIC: 'The address does not lead to the public internet. Give an address that anyone can open.',
  PORT_NOT_ALLOWED: 'The address names a port that web sites do not use. Give an address with the usual port.',
  NAME_NOT_RESOLVED: 'The host name of the address was not found. Check its spelling.',
  CERTIFICATE_NOT_TRUSTED: 'The certificate of the host is not valid for this address. Renew it or use another host.',
  UNREACHABLE: 'The host of the address could not be reached or broke the connection. Check that it is up.',
  TIMED_OUT: 'The host of the address took too long to answer.',
  CANCELLED: 'The request was cancelled before the host answered.',
  TOO_MANY_REDIRECTS: 'The address redirects too many times. Give the address where the redirects end.',
  TRAFFIC_LIMIT_REACHED: 'The page loaded more than a page may. Give a lighter page.',
  BODY_TOO_LARGE: 'What the address leads to is too large.',
  BODY_UNREADABLE: 'The host of the address sent a body that could not be decoded.',
} as const;
export type EgressRefusalCode = keyof typeof messages;

export const egressRefusal = (code: EgressRefusalCode): EgressRefusal => ({
  kind: 'refused',
  code,
  message: messages[code],
});
