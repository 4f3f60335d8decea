import { type Kysely, sql } from 'kysely';

/**
 * Whose assistants can read a workspace (docs/decisions/assistants.md). Those of all members, as before, until an owner
 * chooses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces add column assistants text not null default 'members'
      check (assistants in ('members', 'owners', 'none'))`.execute(db);
}
