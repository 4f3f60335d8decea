import { type Kysely, sql } from 'kysely';

/** Users who leave, and what they shared until they come back or have left (docs/decisions/leaving.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table hand_overs (
    id uuid primary key default uuidv7(),
    user_id uuid not null references users on delete cascade,
    -- Null where the user leaves all workspaces.
    workspace_id uuid references workspaces on delete cascade,
    choice text not null check (choice in ('keep', 'reassign', 'redact', 'erase')),
    successor_id uuid references users on delete set null,
    -- Who began it, by their name at that time.
    begun_by text not null,
    begun_at timestamptz not null default now(),
    -- Until then the user can come back.
    ends_at timestamptz not null,
    state text not null default 'leaving'
      check (state in ('lowering', 'leaving', 'returning', 'ending')),
    -- The captured activity up to which the end is finished.
    position uuid
  )`,
  `create unique index hand_overs_user on hand_overs (
    user_id, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'::uuid))`,
  `create index hand_overs_workspace on hand_overs (workspace_id, begun_at)`,
  // Who left a workspace where something of theirs stays. They may not read it: only memberships grant access.
  `create table former_memberships (
    workspace_id uuid references workspaces on delete cascade,
    user_id uuid references users on delete cascade,
    role text not null check (role in ('owner', 'member')),
    joined_at timestamptz not null,
    getting_started_dismissed_at timestamptz,
    -- The hand-over that ended it.
    hand_over_id uuid not null,
    primary key (workspace_id, user_id)
  )`,
  `create index former_memberships_user on former_memberships (user_id)`,
  // Shares as they were before a hand-over lowered or ended them.
  `create table left_shares (
    hand_over_id uuid references hand_overs on delete cascade,
    owner_id uuid not null references users on delete cascade,
    domain_id uuid,
    workspace_id uuid not null,
    account_id uuid not null,
    level smallint not null check (level between 0 and 2),
    shared_at timestamptz not null,
    primary key (hand_over_id, domain_id)
  )`,
];
