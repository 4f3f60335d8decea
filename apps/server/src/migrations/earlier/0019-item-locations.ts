import { type Kysely, sql } from 'kysely';

/**
 * Locations of items at a provider that has no stable ids for them: an email on an IMAP server is
 * in one folder or several, and moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table item_locations (
    integration_id uuid not null references integrations on delete cascade,
    folder text not null,
    -- UIDVALIDITY and UID of RFC 9051: 32 bits without a sign.
    validity bigint not null,
    uid bigint not null,
    external_id text not null,
    primary key (integration_id, folder, validity, uid)
  )`,
  'create index item_locations_item on item_locations (integration_id, external_id)',
];
