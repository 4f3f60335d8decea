import { type Kysely, sql } from 'kysely';

/**
 * Tells the planner how selective the keys are that migrations 0050 to 0052 make, in tables that were
 * never analyzed. Without, it takes the workspace for as selective as an account or an activity: until
 * PostgreSQL has analyzed a table for the first time, up to a minute after a large import began, it may
 * read all that a workspace has for each single mail. Tables that have rows are analyzed instead.
 */
export async function describeKeys(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(distinctValues)) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) await sql`analyze ${sql.table(table)}`.execute(db);
    else for (const column of Object.keys(columns)) await describe(db, table, column);
  }
}

/** Of these, a new installation has few. */
const tenants = 4;
/** Values of a column: how many, or, as PostgreSQL has it, the negative share of the rows. */
const unique = -1;
const nearlyUnique = -0.5;

const distinctValues: Record<string, Record<string, number>> = {
  account_activities: { workspace_id: tenants, id: unique },
  account_activity_contributors: { workspace_id: tenants, activity_id: nearlyUnique },
  account_message_refs: { workspace_id: tenants, activity_id: nearlyUnique },
  tie_days: { workspace_id: tenants },
  contacts: {
    workspace_id: tenants,
    id: unique,
    person_id: nearlyUnique,
    address: nearlyUnique,
  },
  captured_activities: { owner_id: tenants, id: unique },
  captured_activity_domains: { owner_id: tenants, captured_id: nearlyUnique },
  item_locations: { owner_id: tenants, external_id: nearlyUnique },
};

/** Bytes of a UUID; the planner hardly uses it. */
const WIDTH = 16;

const describe = (db: Kysely<unknown>, table: string, column: string) =>
  sql`
  select pg_restore_attribute_stats(
    'schemaname', current_schema()::text, 'relname', ${table}::text, 'attname', ${column}::text,
    'inherited', false, 'null_frac', 0::real, 'avg_width', ${WIDTH}::integer,
    'n_distinct', ${distinctValues[table]?.[column]}::real)`.execute(db);
