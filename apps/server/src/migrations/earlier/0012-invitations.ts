import { type Kysely, sql } from 'kysely';

/**
 * Invitations to a workspace, bound to an e-mail address. They refer to no person: whether anyone
 * has the address is looked up only when the link is opened (docs/decisions/invitations.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table invitations (
    id uuid primary key default uuidv7(),
    workspace_id uuid not null references workspaces on delete cascade,
    -- In normal form: trimmed and in lower case.
    email text not null,
    role text not null check (role in ('owner', 'member')),
    state text not null default 'pending'
      check (state in ('pending', 'accepted', 'declined', 'withdrawn')),
    -- SHA-256 of the token in the link that was sent last.
    token_hash bytea not null unique,
    -- As they were called then.
    inviter_name text not null,
    -- Whether the inviter was an administrator or the command line, and no owner of the workspace.
    by_administrator boolean not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- When it stopped being pending; null for one that is pending or has expired.
    ended_at timestamptz
  )`,
  `create unique index invitations_pending on invitations (workspace_id, email)
    where state = 'pending'`,
  'create index invitations_workspace on invitations (workspace_id, created_at desc)',
];
