import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../config.ts';
import type { Context } from '../context.ts';
import { readReadiness } from '../database/read-readiness.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  port: number;
  stop: () => Promise<void>;
}

/**
 * Serves metrics and health at a separate port that the proxy does not expose: anyone who can reach
 * it can read it. It is the only port of a process that only runs background jobs.
 *
 * @throws the error of a port that cannot be used.
 */
export async function serveMetrics(
  context: Pick<Context, 'db' | 'log'>,
  { host, port }: NonNullable<Config['metrics']>,
  metrics: Metrics,
): Promise<MetricsServer> {
  const handlers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/metrics': async (response) => {
      const { type, text } = await metrics.render();
      response.writeHead(200, { 'content-type': type }).end(text);
    },
    '/healthz': async (response) => void response.end('{"status":"ok"}'),
    '/readyz': async (response) => {
      const { isReady, status } = await readReadiness(context.db);
      response.writeHead(isReady ? 200 : 503).end(JSON.stringify({ status }));
    },
  };
  const server = createServer((request, response) => {
    const handle = handlers[request.url?.split('?')[0] ?? ''];
    if (request.method !== 'GET' || handle === undefined) {
      return void response.writeHead(404).end();
    }
    handle(response).catch((error: unknown) => {
      context.log.error({ err: error }, 'cannot serve metrics');
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
