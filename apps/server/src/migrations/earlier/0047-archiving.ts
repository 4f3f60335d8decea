import { type Kysely, sql } from 'kysely';

/**
 * When an organization or a workspace was archived; null while it is in use. Workspaces that were
 * archived with their organization are unarchived with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column archived_at timestamptz`.execute(db);
  await sql`
    alter table workspaces
      add column archived_at timestamptz,
      add column archived_with_organization boolean not null default false`.execute(db);
}
