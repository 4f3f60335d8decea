import { type Kysely, sql } from 'kysely';

/** An index that finds which of a user's captured activities lie ahead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index captured_activities_occurred on captured_activities (owner_id, occurred_at)`.execute(
    db,
  );
}
