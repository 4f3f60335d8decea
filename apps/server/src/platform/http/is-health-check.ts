import type { FastifyRequest } from 'fastify';

/** Requested every few seconds by monitoring, therefore excluded from logs and traces. */
export const isHealthCheck = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === '/healthz' || routeOptions.url === '/readyz';
