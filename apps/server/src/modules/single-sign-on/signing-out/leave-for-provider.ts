import { afterSignOutAddress } from '../provider/addresses.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { openSignOut } from '../sign-out-token.ts';

/**
 * Returns the sign-out page of a provider, for a browser whose session has ended here (OpenID Connect RP-Initiated
 * Logout 1.0). The client id and a hint take the place of the ID token, which is not stored.
 *
 * @returns undefined for a token that has expired, and for a provider that names no such page.
 * @throws when the provider cannot be read
 */
export async function leaveForProvider(
  parts: SingleSignOnParts,
  { token, state }: { token: string; state: string },
): Promise<URL | undefined> {
  const { config, db, providers } = parts;
  const signOut = openSignOut(parts, token);
  if (signOut === undefined) return undefined;
  const connection = await db
    .selectFrom('sso_connections')
    .select(['issuer', 'client_id as clientId'])
    .where('id', '=', signOut.connectionId)
    .executeTakeFirst();
  if (connection === undefined) return undefined;
  const { metadata } = await providers.find(connection);
  if (metadata.end_session_endpoint === undefined) return undefined;
  const address = new URL(metadata.end_session_endpoint);
  if (!/^https?:$/.test(address.protocol)) throw new Error('The sign-out page is no page.');
  address.searchParams.set('client_id', connection.clientId);
  address.searchParams.set('logout_hint', signOut.hint);
  address.searchParams.set('post_logout_redirect_uri', afterSignOutAddress(config));
  address.searchParams.set('state', state);
  return address;
}
