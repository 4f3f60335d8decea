import { type Kysely, sql } from 'kysely';

/**
 * The audit log names accounts by id: names, domains and owners of accounts are for those who may see them
 * (docs/decisions/audit-log.md). Entries of before say which workspace it was and who did it, no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update audit_entries
    set before = nullif(before - array['name', 'domain', 'owner'], '{}'),
      after = nullif(after - array['name', 'domain', 'owner'], '{}')
    where action like 'account.%'
      and (before ?| array['name', 'domain', 'owner'] or after ?| array['name', 'domain', 'owner'])`.execute(
    db,
  );
}
