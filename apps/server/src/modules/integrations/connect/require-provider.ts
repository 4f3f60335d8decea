import type { ProviderId } from '@repo/contract/providers';
import { AppError } from '#platform/http/app-error.ts';
import type { Provider } from '../provider.ts';

/** @throws AppError `NOT_FOUND` for a provider that is not configured on this server. */
export function requireProvider(providers: readonly Provider[], wanted: ProviderId): Provider {
  const provider = providers.find(({ id }) => id === wanted);
  if (provider) return provider;
  throw new AppError('NOT_FOUND', `This server is not set up to connect ${wanted}.`);
}
