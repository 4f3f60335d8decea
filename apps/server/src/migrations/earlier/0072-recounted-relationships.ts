import { type Kysely, sql } from 'kysely';

/**
 * From when on the days in touch of an account have to be counted again, because an earlier version counted
 * them by another rule; null once all are. The job that counts what is due does it, a part at a time
 * (docs/decisions/relationships.md). The version before knows only `due_at`: what it counts beside the new one does
 * not end this. Accounts that it still makes have the default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table account_relationships add column recount_from timestamptz default '-infinity'",
  `create index account_relationships_recount on account_relationships (recount_from)
    where recount_from is not null`,
];
