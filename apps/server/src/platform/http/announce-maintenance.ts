import { MAINTENANCE_HEADER } from '@repo/contract/maintenance';
import type { FastifyInstance } from 'fastify';
import type { Maintenance } from '../maintenance/maintenance.ts';

/** Adds the message of the maintenance to each response of the API. Pages show it before a change is refused. */
export function announceMaintenance(
  app: FastifyInstance,
  current: () => Maintenance | undefined,
): void {
  app.addHook('onSend', async (request, reply) => {
    const maintenance = current();
    if (maintenance === undefined || !request.url.startsWith('/api/')) return;
    void reply.header(MAINTENANCE_HEADER, encodeURIComponent(maintenance.message.toWellFormed()));
  });
}
