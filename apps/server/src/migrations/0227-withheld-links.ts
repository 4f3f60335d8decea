import { type Kysely, sql } from 'kysely';

/** Finds what is for its owner alone of a domain, without reading all of the domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index captured_activity_domains_alone
        on captured_activity_domains (owner_id, domain_id, captured_id) where by_bcc_only`,
    )
    .execute(db);
}
