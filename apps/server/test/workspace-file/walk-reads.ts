import type { EndpointName } from '@repo/contract/endpoints';
import { allRows } from '../authorization/expected/all-rows.ts';
import type { Caller } from '../authorization/callers.ts';
import type { World } from '../authorization/world.ts';
import type { TestApp } from '../create-test-app.ts';
import { toRequest } from '../test-call.ts';

const connections = 'Credentials and what belongs to a connection stay.';
const credentials = 'Credentials stay.';
const unshared = 'Has what the user does not share, which stays.';
const following = 'Software that follows changes begins again, with a new cursor.';
const stream = 'Does not end.';

/** Reading endpoints whose responses may differ on the other server, with the reason. */
export const notCompared: Partial<Record<EndpointName, string>> = {
  'GET /api/accounts': unshared,
  'GET /api/accounts/discover': connections,
  'GET /api/accounts/domains/{id}/as-colleagues-see': unshared,
  'GET /api/auth/deletion': unshared,
  'GET /api/auth/api-keys': credentials,
  'GET /api/auth/factors': credentials,
  'GET /api/auth/own-data': unshared,
  'GET /api/auth/own-data/export': unshared,
  'GET /api/auth/sessions': credentials,
  'GET /api/auth/sso/start': credentials,
  'GET /api/auth/sso/{organizationId}/callback': credentials,
  'GET /api/history': connections,
  'GET /api/integrations': connections,
  'GET /api/integrations/events': stream,
  'GET /api/integrations/{id}/completeness': connections,
  'GET /api/integrations/{id}/failed-items': connections,
  'GET /api/integrations/{id}/message-location': connections,
  'GET /api/integrations/{provider}/oauth/callback': connections,
  'GET /api/mail-files': connections,
  'GET /api/notifications/unsubscribe': credentials,
  'GET /api/workspaces/{workspaceId}/changes/accounts': following,
  'GET /api/workspaces/{workspaceId}/changes/activities': following,
  'GET /api/workspaces/{workspaceId}/changes/people': following,
  'GET /api/workspaces/{workspaceId}/export': 'An archive with its time.',
  'GET /api/workspaces/{workspaceId}/getting-started': unshared,
  'GET /api/workspaces/{workspaceId}/members/{userId}/deletion': unshared,
  'GET /api/workspaces/{workspaceId}/invitations': 'The links lead to the old server.',
  'GET /api/workspaces/{workspaceId}/webhooks': credentials,
  'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries': credentials,
};

/** A user of the world, and as which caller the requests are made. */
export interface Reader {
  id: string;
  as: Caller;
}

/**
 * The responses to a user on a server, of every reading request of the authorization matrix, by endpoint and
 * request. Sessions are the server's own: a new one is opened.
 */
export async function walkReads(
  { app, make }: TestApp,
  world: World,
  reader: Reader,
): Promise<Map<string, string>> {
  const token = await make.session(reader.id);
  const read = new Map<string, string>();
  for (const [name, rows] of Object.entries(allRows)) {
    const isOfServer = name.startsWith('GET /api/admin/');
    if (!name.startsWith('GET ') || isOfServer || name in notCompared) continue;
    for (const [description, [, requestOf]] of Object.entries(rows)) {
      const request = requestOf(world, reader.as);
      if (request.bearer !== undefined) continue;
      const response = await app.inject(
        toRequest(name as EndpointName, { ...request, token } as never),
      );
      read.set(`${name}: ${description}`, `${response.statusCode} ${response.body}`);
    }
  }
  return read;
}
