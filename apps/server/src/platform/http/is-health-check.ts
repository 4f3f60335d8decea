import type { FastifyRequest } from 'fastify';

/** Asked every few seconds by what watches the process: told in no log and no trace. */
export const isHealthCheck = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === '/healthz' || routeOptions.url === '/readyz';
