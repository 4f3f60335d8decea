import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Provider } from './modules/integrations/provider.ts';
import type { Context } from './platform/context.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';

/** A part that was started and must be stopped, in reverse order. */
export type Stop = () => Promise<unknown>;

/**
 * The time that pending requests have to finish when the process stops: as long as the web
 * application waits for a response; milliseconds.
 */
const requestTimeoutMs = 10_000;

/**
 * Serves requests.
 *
 * @throws an error with one clear sentence when the port cannot be used.
 */
export async function listen(context: Context, providers: readonly Provider[]): Promise<Stop> {
  const { host, port } = context.config;
  const app = await buildApp(context, { providers });
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw explainListen(cause, host, port);
  }
  return () => closeApp(app);
}

/** Waits for pending requests to finish; closes connections that take too long. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), requestTimeoutMs);
  await app.close();
  clearTimeout(cut);
}

/** Serves metrics and health checks if configured. @throws as `listen` does. */
export async function listenForScrapes(
  context: Context,
  address: NonNullable<Config['metrics']>,
  metrics: Metrics,
): Promise<Stop> {
  try {
    const { port, stop } = await serveMetrics(context, address, metrics);
    context.log.info({ port }, 'metrics');
    return stop;
  } catch (cause) {
    throw explainListen(cause, address.host, address.port);
  }
}

function explainListen(cause: unknown, host: string, port: number): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    const advice =
      'Stop that one, or choose another port (PORT for npm start, --port for npm run demo).';
    return new Error(`Port ${port} is in use by another program. ${advice}`, { cause });
  }
  if (code === 'EACCES') {
    return new Error(`Port ${port} may not be used by this user. Choose one above 1023.`, {
      cause,
    });
  }
  return new Error(`Cannot listen on ${host}:${port}: ${String(cause)}`, { cause });
}
