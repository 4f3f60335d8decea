import { type Kysely, sql } from 'kysely';

/**
 * Records that accounts of a workspace changed, for the event streams of its members. Rows are only
 * inserted, so that concurrent transactions that publish never wait for each other; a row becomes
 * visible together with the change. Triggers insert them, so the code that publishes does not have
 * to (docs/decisions/live-progress.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table workspace_changes (
    id uuid primary key default uuidv7(),
    -- No reference: the accounts of a workspace that is deleted are deleted after it.
    workspace_id uuid not null,
    changed_at timestamptz not null default clock_timestamp()
  )`,
  'create index workspace_changes_workspace on workspace_changes (workspace_id, changed_at)',
  `create function note_workspace_change() returns trigger language plpgsql as $$
    begin
      insert into workspace_changes (workspace_id) select distinct workspace_id from changed;
      return null;
    end $$`,
  ...['insert', 'update', 'delete'].map(
    (
      event,
    ) => `create trigger workspace_accounts_changed_by_${event} after ${event} on workspace_accounts
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed
      for each statement execute function note_workspace_change()`,
  ),
];
