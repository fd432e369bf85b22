const byId = (id) => document.getElementById(id);
const address = new URL(location.href);
const token = new URLSearchParams(address.hash.slice(1)).get('token');

/** The token of a link stays out of the history and of what is copied from the address bar. */
if (token !== null) history.replaceState(null, '', address.pathname);

/** Only a path of this farm: no other site is reached through a sign-in. */
const next = () => {
  const path = address.searchParams.get('return') ?? '';
  return /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@?#][A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]*$/.test(path) ? path : null;
};

const say = (text, isBad = false) => {
  const message = byId('message');
  message.textContent = text;
  message.classList.toggle('bad', isBad);
  message.hidden = text === '';
};

const show = (formId, heading) => {
  for (const form of document.forms) form.hidden = form.id !== formId;
  // A page that is loaded again shows what it showed before.
  if (formId === 'sign-in' || formId === 'signed-in') history.replaceState(null, '', `/auth/sign-in${address.search}`);
  byId('heading').textContent = heading;
  document.title = `${heading} · Reelyard`;
  document.querySelector(`#${formId} input:not([type="checkbox"])`)?.focus();
};

const words = (body) => {
  const problems = (body.details ?? []).map(({ message }) => message);
  return problems.length > 0 ? problems.join('\n') : (body.message ?? 'Something went wrong. Try again.');
};

const ask = async (path, body) => {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/auth${path}`, init).catch(() => null);
  const answer = response === null ? { message: 'The farm does not answer.' } : await response.json().catch(() => ({}));
  return { ok: response?.ok === true, answer };
};

/** Asks, says what went wrong, and tells whether it was done. */
const attempt = async (form, path, body) => {
  const buttons = [...form.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  const { ok, answer } = await ask(path, body);
  for (const button of buttons) button.disabled = false;
  if (!ok) say(words(answer), true);
  return { ok, answer };
};

const on = (formId, submit) =>
  byId(formId).addEventListener('submit', (event) => {
    event.preventDefault();
    say('');
    void submit(event.target, Object.fromEntries(new FormData(event.target)));
  });

const showSignedIn = ({ user, role }) => {
  show('signed-in', `Signed in as ${user.name}`);
  say(role === 'admin' ? `${user.email}, operator of this farm` : user.email);
};

on('sign-in', async (form, { email, password, remember }) => {
  const { ok, answer } = await attempt(form, '/sign-in', { email, password, remember: remember === 'on' });
  if (!ok && answer.code === 'EMAIL_NOT_VERIFIED') {
    show('resend', 'Confirm your e-mail address');
    byId('resend').elements.email.value = email;
  }
  if (!ok) return;
  const path = next();
  if (path !== null) location.assign(path);
  else await start('/auth/sign-in');
});

on('sign-up', async (form, { name, email, password }) => {
  const body = { email, password, ...(name.trim() === '' ? {} : { name }) };
  if (!(await attempt(form, '/sign-up', body)).ok) return;
  show('sign-in', 'One step is left');
  say('Look into your mailbox: the link there confirms the address. Then sign in.');
});

on('ask-for-reset', async (form, { email }) => {
  if (!(await attempt(form, '/reset-password/request', { email })).ok) return;
  say('If there is an account with this address, a link is on its way.');
});

on('resend', async (form, { email }) => {
  if (!(await attempt(form, '/verify-email/request', { email })).ok) return;
  say('If the address waits to be confirmed, a link is on its way.');
});

on('reset-password', async (form, { newPassword }) => {
  if (!(await attempt(form, '/reset-password', { token, newPassword })).ok) return;
  show('sign-in', 'Sign in');
  say('The password is set.');
});

on('verify-email', async (form) => {
  if (!(await attempt(form, '/verify-email', { token })).ok) return show('resend', 'Ask for another link');
  show('sign-in', 'Sign in');
  say('The address is confirmed.');
});

const signOut = async (everywhere) => {
  if (!(await attempt(byId('signed-in'), '/sign-out', { everywhere })).ok) return;
  show('sign-in', 'Sign in');
  say('You are signed out.');
};
on('signed-in', () => signOut(false));
byId('everywhere').addEventListener('click', () => void signOut(true));

const goToIssuer = async () => {
  const path = next();
  const { ok, answer } = await attempt(byId('sign-in'), '/sign-in/oidc', path === null ? {} : { returnPath: path });
  if (ok) location.assign(answer.data.url);
};
byId('oidc').addEventListener('click', () => void goToIssuer());

const start = async (path) => {
  if (path === '/auth/verify-email')
    return token ? show('verify-email', 'Confirm your e-mail address') : show('resend', 'Confirm your e-mail address');
  if (path === '/auth/reset-password')
    return token ? show('reset-password', 'Set a new password') : show('ask-for-reset', 'Set a new password');
  const session = await ask('/session');
  if (session.ok) return showSignedIn(session.answer.data);
  const waysIn = await ask('/ways-in');
  byId('oidc').hidden = waysIn.answer.data?.oidc !== true;
  byId('to-sign-up').hidden = waysIn.answer.data?.signUp !== 'open';
  if (path === '/auth/sign-up') show('sign-up', 'Create an account');
  else show('sign-in', 'Sign in');
  if (address.searchParams.has('error')) say('The sign-in was not finished. Try again, or use a password.', true);
};
void start(address.pathname);
