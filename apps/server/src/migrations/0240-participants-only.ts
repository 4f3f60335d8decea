import { type Kysely, sql } from 'kysely';

/** Workspaces that leave texts to those who took part (docs/decisions/participants-only.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspaces add column participants_only boolean not null default false`.execute(
    db,
  );
  // Whether the text of the shown copy, which the level withholds, is for those who took part.
  await sql`
    alter table account_activities add column is_for_participants boolean not null default false`.execute(
    db,
  );
}
