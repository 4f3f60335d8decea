import type { Context } from '#platform/context.ts';
import { callbackAddress } from '../callback-address.ts';
import type { Provider } from '../provider.ts';
import { rememberConnection } from './oauth-states.ts';

/**
 * Starts connecting a provider. Returns the URL of the provider's consent page, or a URL whose scheme names
 * the form that the web application shows (specification part 2, section 4).
 */
export async function startConnection(
  { config, db }: Context,
  { id, connect }: Provider,
  userId: string,
  capturesText?: boolean,
): Promise<{ authUrl: string }> {
  if (connect.kind === 'api-key') return { authUrl: `api-key:${id}` };
  if (connect.kind === 'server-login') return { authUrl: `server-login:${id}` };
  const begun = await rememberConnection(db, userId, id, capturesText);
  if (connect.kind === 'webhook') return { authUrl: `webhook:${id}?state=${begun.state}` };
  const redirectUri = callbackAddress(config, id);
  return {
    authUrl: connect.authorizationUrl({
      ...begun,
      redirectUri,
      withoutText: capturesText === false,
    }),
  };
}
