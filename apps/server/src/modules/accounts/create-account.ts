import type { Connection } from '../../platform/database/create-database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { shownDomain } from '../domains/shown-domain.ts';

interface NewAccount {
  workspaceId: string;
  /** Normalised. */
  domain: string;
  name: string;
  creatorId: string;
}

/**
 * Makes the account of a workspace for a domain.
 *
 * @throws AppError CONFLICT when the workspace has one, also one that is made at the same time.
 */
export async function createAccount(
  tx: Connection,
  { workspaceId, domain, name, creatorId }: NewAccount,
): Promise<{ id: string; name: string }> {
  const made = await tx
    .insertInto('workspace_accounts')
    .values({ workspace_id: workspaceId, domain, name, created_by: creatorId })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'domain']).doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  if (made !== undefined) return made;
  throw new AppError(
    'CONFLICT',
    `An account for ${shownDomain(domain)} already exists in this workspace`,
  );
}
