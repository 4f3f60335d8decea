import { type Kysely, sql } from 'kysely';

/** For whom a second factor is required (docs/decisions/second-factor.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table second_factor_rules (
    -- Null for the rule for administrators.
    organization_id uuid unique nulls not distinct references organizations on delete cascade,
    -- Until then it is announced.
    required_from timestamptz not null
  )`,
    )
    .execute(db);
}
