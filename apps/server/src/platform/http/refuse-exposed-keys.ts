import type { FastifyInstance } from 'fastify';
import { hasApiKey } from '../secrets/api-key.ts';
import { AppError } from './app-error.ts';

/**
 * Refuses requests with an API key in their address, whatever they are for: addresses are stored in the
 * logs of proxies and in histories.
 */
export function refuseExposedKeys(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ originalUrl }) => {
    if (!hasApiKey(originalUrl)) return;
    throw new AppError(
      'VALIDATION_FAILED',
      'An API key does not belong in an address, where logs keep it. Send it in the header "Authorization: Bearer …". Revoke this key and create another one.',
    );
  });
}
