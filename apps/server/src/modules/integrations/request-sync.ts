import type { Integration } from '@repo/contract/integrations';
import type { Context } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { listIntegrations } from './list-integrations.ts';
import type { Provider } from './provider.ts';
import { wakeSync } from './wake-sync.ts';

/**
 * Asks for a sync now and answers where it stands; it waits for none.
 *
 * @throws AppError `NOT_FOUND`, or `CONFLICT` when the person has to connect again first.
 */
export async function requestSync(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  integrationId: string,
): Promise<Integration> {
  const find = async () =>
    (await listIntegrations(context, providers, ownerId)).find(({ id }) => id === integrationId);
  const found = await find();
  if (found === undefined) throw notFound('Integration');
  if (found.needsReauth) {
    throw new AppError('CONFLICT', `${found.name} has to be connected again before it can sync.`);
  }
  await wakeSync(context, ownerId, integrationId);
  return (await find()) ?? found;
}
