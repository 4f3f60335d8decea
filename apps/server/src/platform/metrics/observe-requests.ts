import type { FastifyInstance } from 'fastify';
import { isHealthCheck } from '../http/is-health-check.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts every request by its route's template: a path would make a time series of each account.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  let inFlight = 0;
  metrics.gauge({
    name: 'http_requests_in_flight',
    help: 'Requests under way, open event streams included.',
    read: () => [{ labels: {}, value: inFlight }],
  });
  app.addHook('onRequest', async () => void (inFlight += 1));
  app.addHook('onResponse', async (request, reply) => {
    inFlight -= 1;
    if (isHealthCheck(request)) return;
    metrics.requestEnded({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
}
