import { type Kysely, sql } from 'kysely';

/**
 * Puts the workspace first in the keys of published tables that no foreign key names
 * (docs/scale.md): each statement on them names it. A process of an earlier version does not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table account_message_refs add column workspace_id uuid',
  `update account_message_refs message set workspace_id = account.workspace_id
    from workspace_accounts account where account.id = message.account_id`,
  // Of accounts that were deleted by hand.
  'delete from account_message_refs where workspace_id is null',
  `alter table account_message_refs drop constraint account_message_refs_pkey,
    add primary key (workspace_id, account_id, ref, activity_id)`,
  `alter table workspace_changes drop constraint workspace_changes_pkey,
    add primary key (workspace_id, id)`,
];
