import { type Kysely, sql } from 'kysely';

/**
 * When a member dismissed the first steps of a workspace; they are shown until then. Members who
 * already share something with the workspace do not need them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('memberships')
    .addColumn('getting_started_dismissed_at', 'timestamptz')
    .execute();
  await sql`
    update memberships set getting_started_dismissed_at = now()
    where exists (
      select from domain_shares share join domains domain on domain.id = share.domain_id
      where share.workspace_id = memberships.workspace_id and domain.owner_id = memberships.user_id
    )`.execute(db);
}
