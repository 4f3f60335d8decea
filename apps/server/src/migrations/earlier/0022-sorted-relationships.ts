import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the orders of the list of accounts that go by who is in touch. Days in touch are
 * stored with the day from which on they are fewer; the job that handles due accounts fills in the
 * accounts from before, and until then the list counts them itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Missing values come last in both directions. */
const orders = {
  last_day_by_us: 'us',
  last_day_by_them: 'them',
  next_meeting_at: 'meeting',
};

const statements = [
  `alter table account_relationships
    add column days_in_touch integer not null default 0,
    add column days_in_touch_until date not null default '-infinity'`,
  ...Object.entries(orders).flatMap(([column, name]) => [
    `create index account_relationships_${name}_asc on account_relationships
      (workspace_id, coalesce(${column}, 'infinity'), account_id)`,
    `create index account_relationships_${name}_desc on account_relationships
      (workspace_id, coalesce(${column}, '-infinity'), account_id)`,
  ]),
  `create index account_relationships_days on account_relationships
    (workspace_id, days_in_touch, account_id)`,
  `create index account_relationships_days_until on account_relationships
    (days_in_touch_until, workspace_id)`,
];
