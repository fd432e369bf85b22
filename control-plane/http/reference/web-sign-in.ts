const rows: readonly (readonly [string, string, string])[] = [
  ['GET /auth/ways-in', '', 'Whether sign-up is open and an OpenID Connect issuer is configured'],
  [
    'POST /auth/sign-up',
    '`email`, `password`, `name`?',
    '202: a link is in the mail, whether or not there was an account',
  ],
  ['POST /auth/verify-email', '`token`', 'Confirms the address; the token follows `#token=` in the link'],
  ['POST /auth/verify-email/request', '`email`', '202: another link'],
  ['POST /auth/sign-in', '`email`, `password`, `remember`?', 'Sets the session cookie'],
  ['POST /auth/sign-in/oidc', '`returnPath`?', '`url`: where the browser goes to sign in at the issuer'],
  ['POST /auth/sign-out', '`everywhere`?', 'Ends this session, or those of all devices'],
  ['GET /auth/session', '', 'Who is signed in: `user`, `accountId`, `role`'],
  ['GET /auth/sessions', '', 'The devices where the user is signed in'],
  ['DELETE /auth/sessions/{id}', '', 'Signs out one of them'],
  ['POST /auth/change-password', '`currentPassword`, `newPassword`', 'Ends every other session'],
  ['POST /auth/reset-password/request', '`email`', '202: a link, if there is an account'],
  ['POST /auth/reset-password', '`token`, `newPassword`', 'Ends every session; the link works once'],
];

/** What the reference says of people who sign in: the endpoints are outside /api/v2, and no key means anything there. */
export const webSignIn = `## People who sign in

A person signs in at \`/auth/sign-in\` (a page) or by the endpoints below, and the cookie of the session then stands in place of a key: it sees live and sandbox projects, what it makes is live, it never spends credits, and only it may pay. Bodies are JSON, answers are \`{ success, data }\`, errors as everywhere.

| Endpoint | Body | What it does |
| --- | --- | --- |
${rows.map(([endpoint, body, text]) => `| \`${endpoint}\` | ${body} | ${text} |`).join('\n')}

- Every request that changes something, here and with the cookie below \`/api/v2\`, has to come from one of the farm's own pages: its \`Origin\` is the farm's, else it is a 403 \`CROSS_ORIGIN\`. A request that shows a key is the key's, whoever is signed in.
- A session ends a week after it was last used, and at once when it is signed out or its password is changed: the next request is a 401 \`SESSION_ENDED\`, and open event streams are cut.
- Ten wrong passwords within a quarter of an hour, for one address or from one place, are a 429 \`TOO_MANY_ATTEMPTS\` until the oldest is that old.
- Passwords have 10 to 128 characters; the first ones that everybody tries are refused.
`;
