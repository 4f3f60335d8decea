import { type Kysely, sql } from 'kysely';

/** Indexes that find people of a workspace by part of a name or address, and by the id from before a merge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The id of the person that an address is while it is merged with no other. */
const ownPersonId = `overlay(overlay(md5(workspace_id::text || ' ' || address::text)
  placing '8' from 13) placing '8' from 17)::uuid`;

const statements = [
  `create index contacts_search on contacts
    using gin (workspace_id, lower(name || ' ' || address) gin_trgm_ops)`,
  `create index contacts_merged on contacts (workspace_id, (${ownPersonId}))
    where person_id <> ${ownPersonId}`,
];
