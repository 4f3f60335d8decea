import { type Kysely, sql } from 'kysely';

/**
 * Names tables and columns as the glossary does (docs/GLOSSARY.md). A process of an earlier version
 * uses the old names, so none may run beside this schema (docs/operations.md, "Upgrade").
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table attempts rename to rate_limit_counters',
  'alter table left_out_days rename to excluded_days',
  'alter table sync_failures rename to failed_items',
  'alter table completeness_days rename to reconciliation_days',
  'alter table integrations rename column checked_at to reconciled_at',
  `update integrations
    set last_sync = last_sync - 'setAside' || jsonb_build_object('failed', last_sync -> 'setAside')
    where last_sync ? 'setAside'`,
  'alter table import_previews rename column asked_at to requested_at',
  'alter table audit_entries rename column place to scope',
  'alter table sync_tasks rename column sweeps to removes_deleted',
  'alter table sync_tasks drop constraint sync_tasks_kind_check',
  `update sync_tasks set kind = 'reconcile' where kind = 'check'`,
  `alter table sync_tasks add constraint sync_tasks_kind_check
    check (kind in ('discover', 'backfill', 'reconcile', 'preview'))`,
];
