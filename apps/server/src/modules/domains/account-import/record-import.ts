import type { Connection } from '#platform/database/create-database.ts';
import { scopeOfWorkspace } from '../../accounts/lock-own-account.ts';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';

interface Import {
  person: Actor & { id: string };
  workspaceId: string;
  /** How many accounts were created. */
  count: number;
}

/** Adds to the audit log that a user created accounts of a workspace by a file or by other software. */
export async function recordImport(
  tx: Connection,
  { person: { id, name }, workspaceId, count }: Import,
): Promise<void> {
  const { scope } = await tx
    .selectFrom('workspaces as workspace')
    .innerJoin('organizations as organization', 'organization.id', 'workspace.organization_id')
    .select(scopeOfWorkspace.as('scope'))
    .where('workspace.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await recordChange(tx, {
    actor: { id, name },
    action: 'account.imported',
    scope,
    after: { accounts: count },
  });
}
