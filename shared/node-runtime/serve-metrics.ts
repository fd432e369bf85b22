import { createServer, type Server } from 'node:http';

/** What is served of a registry; prom-client's has this shape. */
export interface MetricsSource {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** GET /metrics and /healthz at `host`: loopback where the scraper is on the machine, 0.0.0.0 where it is not. */
export const serveMetrics = async (source: MetricsSource, port: number, host: string): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    source.metrics().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
};
