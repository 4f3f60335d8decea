import type { ProviderId } from '@repo/contract/providers';
import type { Context } from '#platform/context.ts';

/** The URL that the provider redirects to; it must be registered there. */
export const callbackAddress = (
  { publicUrl }: Pick<Context['config'], 'publicUrl'>,
  provider: ProviderId,
): string => `${publicUrl}/api/integrations/${provider}/oauth/callback`;
