/** Why a sign-in page cannot be shown. */
export type LinkProblem = 'unknown' | 'expired' | 'used' | 'closed' | 'other_account' | 'other_window';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);

/** Where the pages' own files lie. */
export const pageFilesPath = '/browse/login/pages';

const page = (title: string, body: string, script: string | null = null): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${pageFilesPath}/remote-browser.css">
${script === null ? '' : `<script src="${pageFilesPath}/${script}" defer></script>`}
</head>
${body}
</html>
`;

export interface SignInFacts {
  /** The site that the session was opened on, or shows. */
  readonly host: string;
  /** Whose browser it is. */
  readonly accountName: string;
}

/** The page that a link opens: it shows nothing yet and changes nothing, so that mail scanners may open it. */
export const startPage = ({ host, accountName }: SignInFacts): string =>
  page(
    `Sign in to ${host}`,
    `<body class="card">
<main>
<p class="brand">Reelyard</p>
<h1>Sign in to <b dir="ltr">${escaped(host)}</b> yourself</h1>
<p>A remote browser of the account <b>${escaped(accountName)}</b> is open on this site and needs you. On the next page you see
that browser and drive it with your own mouse and keyboard.</p>
<ul>
<li>What you type goes to the site only. It is not recorded, and no program sees it.</li>
<li>The sign-in is kept sealed for your next sessions here and is shared with nobody else. You can reset it at any time.</li>
<li>Go on only if you, or somebody whom you trust, asked for this.</li>
</ul>
<form method="post"><button type="submit">Open the browser</button></form>
<p class="quiet">The link works once and for 15 minutes.</p>
</main>
</body>`,
  );

/** The remote browser itself. The script reads which session it is from the body. */
export const drivePage = (sessionId: string, { host, accountName }: SignInFacts): string =>
  page(
    `${host} in a remote browser`,
    `<body class="drive" data-session="${escaped(sessionId)}">
<header>
<div class="where"><svg id="lock" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 9h10v8H5z"/><path class="bow" d="M7 9V6.5a3 3 0 0 1 6 0V9"/></svg><b id="host" dir="ltr">${escaped(host)}</b><span id="title"></span></div>
<p class="whose">Remote browser of <b>${escaped(accountName)}</b>. What you type goes to this site only.</p>
<div class="acts">
<button type="button" id="back" aria-label="Back" title="Back"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M12 4l-6 6 6 6"/></svg></button>
<button type="button" id="reload" aria-label="Reload" title="Reload"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M16 10a6 6 0 1 1-2-4.5M16 3v4h-4"/></svg></button>
<button type="button" id="done" class="main">I am signed in</button>
</div>
</header>
<div id="stage"><canvas id="picture" width="1" height="1"></canvas><textarea id="keys" aria-label="Type here" autocapitalize="off" autocomplete="off" autocorrect="off" spellcheck="false"></textarea></div>
<p id="state" role="status">Connecting…</p>
<noscript>This page needs JavaScript.</noscript>
</body>`,
    'remote-browser.js',
  );

const problems: Readonly<Record<LinkProblem, { readonly title: string; readonly text: string }>> = {
  unknown: { title: 'This link is not valid', text: 'Check that it was copied whole.' },
  expired: { title: 'This link has expired', text: 'Sign-in links work for 15 minutes.' },
  used: {
    title: 'This link was used already',
    text: 'Sign-in links work once, and only in the browser that opened them.',
  },
  closed: { title: 'This browser is closed', text: 'The session that the link belongs to is over.' },
  other_account: {
    title: 'This link belongs to another account',
    text: 'You are signed in to a different account. Sign out there, or use the link of your own account.',
  },
  other_window: {
    title: 'This browser is driven elsewhere',
    text: 'It can be driven only in the browser that opened the link, and only until the sign-in is done.',
  },
};

/** The friendly no of a link that cannot be used. */
export const problemPage = (problem: LinkProblem): string => {
  const { title, text } = problems[problem];
  return page(
    title,
    `<body class="card">
<main>
<p class="brand">Reelyard</p>
<h1>${title}</h1>
<p>${text} Whoever sent it to you can ask for a new one.</p>
</main>
</body>`,
  );
};
