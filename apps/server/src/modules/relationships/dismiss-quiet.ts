import type { BusinessDay } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/create-database.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { lockAccountsOfContacts, type PersonChange } from './change-contacts.ts';

/** Dismisses an account as going quiet until a day; null reverts that. */
export async function dismissQuietAccount(
  db: Database,
  { accountId, userId, until }: { accountId: string; userId: string; until: BusinessDay | null },
): Promise<void> {
  await db.transaction().execute((tx) =>
    dismiss(tx, 'account_relationships', {
      condition: sql`account_id = ${accountId}`,
      userId,
      until,
    }),
  );
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
    const ofPerson = sql<boolean>`person_id = ${personId}`;
    await lockAccountsOfContacts(tx, workspaceId, ofPerson);
    const condition = sql<boolean>`workspace_id = ${workspaceId} and ${ofPerson}`;
    const found = await dismiss(tx, 'contacts', { condition, userId, until });
    if (!found) throw notFound('Person');
  });
}

interface Dismissal {
  condition: RawBuilder<boolean>;
  userId: string;
  until: BusinessDay | null;
}

async function dismiss(
  tx: Connection,
  table: 'account_relationships' | 'contacts',
  { condition, userId, until }: Dismissal,
): Promise<boolean> {
  const { rows } = await sql<{ workspaceId: string }>`
    update ${sql.table(table)}
    set quiet_dismissed_until = ${until}::date,
      quiet_dismissed_by = ${until === null ? null : userId}::uuid
    where ${condition}
    returning workspace_id as "workspaceId"`.execute(tx);
  await noteWorkspaceChanges(tx, [...new Set(rows.map(({ workspaceId }) => workspaceId))]);
  return rows.length > 0;
}
