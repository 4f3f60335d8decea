import type { BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { lockMembership } from '../users/lock-membership.ts';
import { lockAccountsOfContacts, type PersonChange } from './change-contacts.ts';

/** Dismisses an account as going quiet until a day; null reverts that. */
export async function dismissQuietAccount(
  db: Database,
  { workspaceId, accountId }: AccountKey,
  { userId, until }: { userId: string; until: BusinessDay | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, { workspaceId, userId });
    await dismiss(tx, 'account_relationships', {
      workspaceId,
      condition: sql`account_id = ${accountId}`,
      userId,
      until,
    });
  });
}

/**
 * Dismisses a person, in all accounts of the workspace.
 *
 * @throws AppError NOT_FOUND
 */
export async function dismissQuietPerson(
  db: Database,
  { workspaceId, personId, userId, until }: PersonChange & { until: BusinessDay | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, { workspaceId, userId });
    const condition = sql<boolean>`person_id = ${personId}`;
    await lockAccountsOfContacts(tx, workspaceId, condition);
    const found = await dismiss(tx, 'contacts', { workspaceId, condition, userId, until });
    if (!found) throw notFound('Person');
  });
}

interface Dismissal {
  workspaceId: string;
  condition: RawBuilder<boolean>;
  userId: string;
  until: BusinessDay | null;
}

async function dismiss(
  tx: Connection,
  table: 'account_relationships' | 'contacts',
  { workspaceId, condition, userId, until }: Dismissal,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)}
    set quiet_dismissed_until = ${until}::date,
      quiet_dismissed_by = ${until === null ? null : userId}::uuid
    where workspace_id = ${workspaceId} and ${condition}`.execute(tx);
  const found = numAffectedRows > 0n;
  if (found) await noteWorkspaceChanges(tx, [workspaceId]);
  return found;
}
