import { type Kysely, sql } from 'kysely';

/** Connections whose users also sign out at the provider (docs/decisions/single-sign-on.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sso_connections add column signs_out_there boolean not null default false`.execute(
    db,
  );
}
