import { type Kysely, sql } from 'kysely';

/** Saved views of the accounts grid (docs/decisions/saved-views.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table saved_views (
    workspace_id uuid not null references workspaces on delete cascade,
    id uuid not null default uuidv7(),
    -- Null when the owner has left the workspace; then the view is shared.
    owner_id uuid references users on delete cascade,
    name text not null,
    is_shared boolean not null,
    state jsonb not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id),
    check (is_shared or owner_id is not null)
  )`,
  'create index saved_views_owner on saved_views (owner_id)',
  `create table default_views (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    view_id uuid not null,
    primary key (workspace_id, user_id),
    foreign key (workspace_id, view_id) references saved_views on delete cascade
  )`,
  'create index default_views_user on default_views (user_id)',
  'create index default_views_view on default_views (workspace_id, view_id)',
];
