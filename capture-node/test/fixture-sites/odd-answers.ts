import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers that are no page to capture, by path of odd.test. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const html = (response: ServerResponse, body: string, status = 200): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en">${body}</html>`);
};

const file =
  (contentType: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': contentType, ...headers });
    response.end('%PDF-1.7 or something else that is no page');
  };

export const oddAnswers: Readonly<Record<string, Answer>> = {
  '/empty': (_request, response) => html(response, '<body></body>'),
  '/missing': (_request, response) => html(response, '<h1>404: no such page</h1>', 404),
  '/broken': (_request, response) => html(response, '<h1>500: it broke</h1>', 500),
  '/download': file('application/octet-stream', { 'content-disposition': 'attachment; filename="a.bin"' }),
  '/paper.pdf': file('application/pdf'),
  '/data.json': file('application/json'),
  '/circle': (_request, response) => {
    response.writeHead(302, { location: '/circle' });
    response.end();
  },
  '/silent': () => {},
  '/private': (_request, response) => {
    response.writeHead(302, { location: 'http://192.168.7.7/' });
    response.end();
  },
  // Goes on to another page in the middle of its pictures.
  '/moving': (_request, response) =>
    html(
      response,
      `<h1>One moment</h1><p>You are being taken to the page.</p><script>new MutationObserver(() => { location.href = '/arrived' }).observe(document, { subtree: true, attributes: true })</script>`,
    ),
  '/arrived': (_request, response) =>
    html(
      response,
      '<main><h1>Here we are</h1><table><tr><th>Name</th><th>Amount</th></tr><tr><td>Oak</td><td>12</td></tr><tr><td>Elm</td><td>7</td></tr></table></main>',
    ),
  // More than anybody can look at.
  '/crowded': (_request, response) =>
    html(response, `<h1>Everything at once</h1>${'<div class="row"><span>cell</span><b>7</b></div>'.repeat(15_000)}`),
  '/cut': (_request, response) => response.destroy(),
  '/locked': (_request, response) => html(response, '<h1>Members only</h1><p>Give your badge.</p>', 401),
};
