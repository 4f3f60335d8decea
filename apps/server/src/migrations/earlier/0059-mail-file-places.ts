import { type Kysely, sql } from 'kysely';

/**
 * How far a file is read where it contains nothing (docs/decisions/mail-files.md): bytes that were
 * read and unpacked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_files add column passed bigint not null default 0`.execute(db);
}
