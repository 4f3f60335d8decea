import { type Kysely, sql } from 'kysely';

/** What the notes of accounts said before, who wrote it and when (docs/decisions/account-owners.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table note_versions (
    workspace_id uuid not null references workspaces on delete cascade,
    -- Without a reference: the history of a deleted account is there again when it is restored.
    account_id uuid not null,
    -- Counts the versions of an account.
    version integer not null,
    note text not null,
    -- Null for a version whose author is unknown, or no longer a user.
    written_by uuid references users on delete set null,
    -- Null for a version that was written before versions were recorded.
    written_at timestamptz,
    primary key (workspace_id, account_id, version)
  )`,
  'create index note_versions_written_by on note_versions (written_by) where written_by is not null',
];
