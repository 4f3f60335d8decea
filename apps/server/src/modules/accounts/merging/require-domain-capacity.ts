import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { limitReached } from '#platform/http/app-error.ts';

/**
 * Verifies that an account does not have too many domains after it was merged.
 *
 * @throws AppError LIMIT_REACHED
 */
export async function requireDomainCapacity(
  tx: Connection,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<void> {
  const { further } = await tx
    .selectFrom('account_domains')
    .select((count) => count.fn.countAll<number>().as('further'))
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const limit = limits.domainsPerAccount;
  const current = further + 1;
  if (current <= limit) return;
  throw limitReached({
    message: `An account can have at most ${limit} domains, and these two have ${current} together. Remove some first.`,
    limit,
    current,
  });
}
