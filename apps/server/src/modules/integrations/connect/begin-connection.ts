import type { ProviderId } from '@repo/contract/integrations';
import type { Context } from '../../../platform/context.ts';
import type { Provider } from '../provider.ts';
import { rememberConnection } from './oauth-states.ts';

/** Begins to connect a provider: answers the address at which it asks the person. */
export async function beginConnection(
  { config, db }: Context,
  provider: Provider,
  personId: string,
): Promise<{ authUrl: string }> {
  const begun = await rememberConnection(db, personId, provider.id);
  const redirectUri = callbackAddress(config, provider.id);
  return { authUrl: provider.connect.authorizationUrl({ ...begun, redirectUri }) };
}

/** Where the provider sends the person back to; it must be allowed there. */
export const callbackAddress = (
  { publicUrl }: Pick<Context['config'], 'publicUrl'>,
  provider: ProviderId,
): string => `${publicUrl}/api/integrations/${provider}/oauth/callback`;
