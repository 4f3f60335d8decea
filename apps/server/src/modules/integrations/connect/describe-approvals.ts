import type { ProviderApproval } from '@repo/contract/integrations';
import type { Context } from '#platform/context.ts';
import { listApprovals } from './approvals.ts';
import { callbackAddress } from '../callback-address.ts';
import type { Provider } from '../provider.ts';

/** Lists the approvals that a user waits for, with the link for their administrator. */
export async function describeApprovals(
  { config, db }: Pick<Context, 'config' | 'db'>,
  providers: readonly Provider[],
  userId: string,
): Promise<ProviderApproval[]> {
  const approving = providers.flatMap(({ id, connect }) =>
    connect.kind === 'oauth' && connect.approval ? [{ id, approval: connect.approval }] : [],
  );
  if (approving.length === 0) return [];
  const waiting = await listApprovals(db, userId);
  return waiting.flatMap(({ provider, id: state, requestedAt, isApproved }) => {
    const approval = approving.find(({ id }) => id === provider)?.approval;
    if (approval === undefined) return [];
    const url = approval.url({ state, redirectUri: callbackAddress(config, provider) });
    return [{ provider, url, requestedAt: requestedAt.toISOString(), isApproved }];
  });
}
