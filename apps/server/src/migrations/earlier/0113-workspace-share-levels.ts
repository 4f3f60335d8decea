import { type Kysely, sql } from 'kysely';

/**
 * The levels that a workspace chooses for its shares (docs/decisions/share-levels.md): 0 activity, 1 subject, 2 full.
 * A workspace that has chosen none shares everything and asks for nothing, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The level of a new share that names none.
  `alter table workspaces add column default_share_level smallint not null default 2
    check (default_share_level between 0 and 2)`,
  // The least level that the workspace asks its members for.
  `alter table workspaces add column least_share_level smallint not null default 0
    check (least_share_level between 0 and 2)`,
];
