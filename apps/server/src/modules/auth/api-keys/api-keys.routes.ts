import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from '../revoke-key.ts';

/** The signed-in user's API keys. */
export function registerApiKeyRoutes(route: Route, context: Context): void {
  const { db, log } = context;
  route('GET /api/auth/api-keys', async ({ person }) => ({ items: await listKeys(db, person.id) }));
  route('POST /api/auth/api-keys', ({ person, body, request }) =>
    createKey(context, person, { ...body, from: request.ip }),
  );
  route('DELETE /api/auth/api-keys/{id}', async ({ person, params, request }) => {
    await revokeKey(db, person, params.id);
    log.info({ userId: person.id, from: request.ip, keyId: params.id }, 'revoked an API key');
    return {};
  });
}
