import type { Integration } from '@repo/contract/integrations';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { listConnections } from './list-integrations.ts';
import type { Provider } from './provider.ts';

/**
 * Describes one integration of a user.
 *
 * @throws AppError `NOT_FOUND`
 */
export async function describeIntegration(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  id: string,
): Promise<Integration> {
  const all = await listConnections(context, providers, ownerId);
  const found = all.find((one) => one.id === id);
  if (found) return found;
  throw notFound('Integration');
}
