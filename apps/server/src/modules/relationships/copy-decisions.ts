import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { uuidInSql } from '#platform/ids.ts';
import { idOfAddress } from './refresh-contacts.ts';
import { noteEntries } from '../listed-accounts/note-entries.ts';

/**
 * Makes people about whom members decided (hidden, merged, dismissed) contacts of another account of the
 * workspace, so that the decisions apply as soon as their activities are published there. The caller has
 * locked both accounts.
 */
export async function copyDecisions(
  tx: Connection,
  { workspaceId, accountId, intoId }: { workspaceId: string; accountId: string; intoId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into contacts (workspace_id, account_id, id, address, name, person_id, is_automated,
      is_colleague, is_hidden_by_hand, hidden_by, merged_by, quiet_dismissed_until,
      quiet_dismissed_by)
    select workspace_id, ${intoId}::uuid, ${uuidInSql(sql`${intoId}::text || ' ' || address`)}, address,
      name, person_id, is_automated, is_colleague, is_hidden_by_hand, hidden_by, merged_by,
      quiet_dismissed_until, quiet_dismissed_by
    from contacts
    where workspace_id = ${workspaceId} and account_id = ${accountId}
      and (is_hidden_by_hand is not null or merged_by is not null or quiet_dismissed_until is not null
        or person_id <> ${idOfAddress(sql`workspace_id`, sql`address`)})
    on conflict (workspace_id, id) do nothing
    returning id`.execute(tx);
  await noteEntries(
    tx,
    workspaceId,
    'person',
    rows.map(({ id }) => id),
  );
}
