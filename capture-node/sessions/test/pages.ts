import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestPages extends AsyncDisposable {
  readonly port: number;
  /** `http://<host>:<port><path>`; hosts lead here by the resolver that the pool is given. */
  url(host: string, path?: string): string;
  /** Every request for a document or a form, as `host path`. */
  readonly hits: readonly string[];
  /** Bodies that forms sent. */
  readonly bodies: readonly string[];
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta charset="utf-8"><style>body{font:16px sans-serif;margin:40px}</style></head><body>${body}</body></html>`;

const shop = (other: (host: string) => string): string =>
  page(
    'Norra shop',
    `<header><nav aria-label="Main"><a href="/pricing?ref=nav">Pricing</a> <a href="/docs/delete-a-user">Delete a user</a>
      <a id="away" href="${other('elsewhere.test')}">Partner</a> <a id="away-new" target="_blank" href="${other('elsewhere.test')}">Partner in a window</a>
      <a id="bounce" href="/bounce">Bounce</a> <a id="sub" href="${other('docs.shop.test')}">Docs</a></nav></header>
    <main><h1 id="top">Take back your week</h1><h2>Plans</h2>
      <button id="menu" onclick="document.querySelector('#panel').hidden = false">Show plans</button><p id="panel" hidden>Team plan</p>
      <button id="delete" onclick="fetch('/deleted', {method:'POST'})">Delete account</button>
      <button id="late" onclick="setTimeout(() => location.href='${other('elsewhere.test')}', 900)">Go later</button>
      <button id="jump" onclick="location.href='${other('elsewhere.test')}'">Jump</button>
      <button id="ask" onclick="if (confirm('sure?')) fetch('/confirmed', {method:'POST'})">Ask</button>
      <button id="cover-me">Covered</button>
      <form action="/search"><label>Search <input name="q" id="q"></label><button>Search</button></form>
      <form action="/order" method="post"><input name="note" id="note"><button>Place order</button></form>
      <form action="/pay" method="post"><input name="n" id="card" autocomplete="cc-number"><button id="go">Go</button></form>
      <iframe src="${other('pay.test')}" id="frame" width="200" height="60"></iframe>
    </main><div style="height:3000px"></div><footer>End</footer>`,
  );

const login = page(
  'Sign in',
  `<h1>Sign in</h1><form method="post" action="/login"><label>Name <input name="name" id="name"></label>
   <label>Password <input type="password" name="password" id="password"></label><button id="in">Sign in</button></form>`,
);

/** Writes a name into every kind of memory that a browser has, and tells what it finds in each. */
const memory = page(
  'Memory',
  `<h1>Memory</h1><pre id="found"></pre><script>
  const open = () => new Promise((ok, no) => { const r = indexedDB.open('people', 1);
    r.onupgradeneeded = () => r.result.createObjectStore('names'); r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error); });
  const ask = (request) => new Promise((ok, no) => { request.onsuccess = () => ok(request.result ?? null); request.onerror = () => no(request.error); });
  (async () => {
    const write = new URL(location.href).searchParams.get('write');
    const db = await open();
    const found = {
      cookie: document.cookie, local: localStorage.getItem('name'), session: sessionStorage.getItem('name'),
      database: await ask(db.transaction('names').objectStore('names').get('name')),
      cache: await caches.keys().then((keys) => keys.join()).catch(() => ''), history: history.length,
      etag: await (await fetch('/etag', {cache: 'default'})).text(),
      worker: await navigator.serviceWorker?.getRegistrations().then((all) => all.length).catch(() => 0) ?? 0,
    };
    if (write) {
      document.cookie = 'name=' + write + ';max-age=86400'; localStorage.setItem('name', write); sessionStorage.setItem('name', write);
      const put = db.transaction('names', 'readwrite'); put.objectStore('names').put(write, 'name'); await new Promise((ok) => { put.oncomplete = ok; });
      await caches.open(write).catch(() => null);
      await navigator.serviceWorker?.register('/worker.js').catch(() => null);
    }
    document.querySelector('#found').textContent = JSON.stringify(found);
    document.title = JSON.stringify(found);
  })();</script>`,
);

/** Sites for tests of sessions: a shop with steps of every kind, a sign-in, and a page that remembers. */
export const startTestPages = async (): Promise<TestPages> => {
  const hits: string[] = [];
  const bodies: string[] = [];
  const other = (host: string): string => `http://${host}:${port}/`;
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const [host = ''] = (request.headers.host ?? '').split(':');
    const url = new URL(request.url ?? '/', 'http://here.invalid');
    hits.push(`${request.method} ${host}${url.pathname}`);
    const html = (text: string, headers: Record<string, string> = {}): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(text);
    };
    if (body !== '') bodies.push(body);
    if (url.pathname === '/etag') {
      const given = request.headers['if-none-match'] ?? 'none';
      response.writeHead(200, {
        etag: `"${Math.random()}"`,
        'cache-control': 'max-age=600',
        'content-type': 'text/plain',
      });
      response.end(given);
    } else if (url.pathname === '/memory') html(memory);
    else if (url.pathname === '/worker.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end('self.addEventListener("fetch", () => {})');
    } else if (url.pathname === '/login' && request.method === 'POST') {
      const name = new URLSearchParams(body).get('name') ?? '';
      response.writeHead(303, {
        location: '/me',
        'set-cookie': `user=${encodeURIComponent(name)}; Path=/; HttpOnly; Max-Age=86400`,
      });
      response.end();
    } else if (url.pathname === '/me') {
      const user = /user=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
      if (user === undefined) {
        response.writeHead(302, { location: '/login' });
        response.end();
      } else
        html(page('Home', `<h1>Hello ${decodeURIComponent(user)}</h1><p>${'Your week at a glance. '.repeat(20)}</p>`));
    } else if (url.pathname === '/bounce') {
      html(page('Bounce', `<h1>Bounce</h1><script>location.href = '${other('elsewhere.test')}'</script>`));
    } else if (url.pathname === '/login') html(login);
    else if (url.pathname === '/redirect') {
      response.writeHead(302, { location: other('elsewhere.test') });
      response.end();
    } else if (url.pathname === '/search')
      html(page('Results', `<h1>Results for ${(url.searchParams.get('q') ?? '').replace(/[<&]/g, '')}</h1>`));
    else if (host === 'shop.test' || url.pathname === '/shop') html(shop(other));
    else html(page(host, `<h1>${host}</h1><button>Pay now</button><p>${'A page of its own. '.repeat(5)}</p>`));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => answer(request, response, body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (host, path = '/') => `http://${host}:${port}${path}`,
    hits,
    bodies,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
