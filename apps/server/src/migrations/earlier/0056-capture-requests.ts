import { type Kysely, sql } from 'kysely';

/**
 * Requests to publish what was captured, which a distributed database applies after the commit
 * (docs/decisions/publish-requests.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table publish_requests
    -- Of what was captured: the activities whose copies, links or words have changed.
    add column activity_keys uuid[] not null default '{}',
    drop constraint publish_requests_kind_check,
    add constraint publish_requests_kind_check
      check (kind in ('share', 'withdrawal', 'activities'))`,
];
