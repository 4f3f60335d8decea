import { type Kysely, sql } from 'kysely';

/**
 * A person may connect several mailboxes and calendars of one provider: a connection is found by its
 * source, and ids of a provider are unique within one (docs/decisions/several-connections.md). A
 * process of an earlier version finds activities by the provider alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table integrations
    drop constraint integrations_owner_id_provider_key,
    add unique nulls not distinct (owner_id, provider, source)`,
  `alter table captured_activities
    drop constraint captured_activities_owner_id_provider_external_id_key,
    add unique (owner_id, provider, source, external_id)`,
];
