import { type Kysely, sql } from 'kysely';

/** Roles in workspaces by the groups of an identity provider (docs/decisions/provisioning.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table group_roles (
    id uuid primary key default gen_random_uuid(),
    organization_id uuid not null references organizations on delete cascade,
    -- Either a group of SCIM, or the name of one in the ID token.
    group_id uuid references scim_groups on delete cascade,
    claimed_name text,
    workspace_id uuid not null references workspaces on delete cascade,
    role text not null check (role in ('owner', 'member')),
    created_at timestamptz not null default now(),
    check ((group_id is null) <> (claimed_name is null)),
    unique nulls not distinct (organization_id, group_id, claimed_name, workspace_id)
  )`,
  'create index group_roles_group on group_roles (group_id)',
  'create index group_roles_workspace on group_roles (workspace_id)',
  `create table claimed_groups (
    organization_id uuid not null references organizations on delete cascade,
    user_id uuid not null references users on delete cascade,
    -- As of the last sign-in at the provider.
    names text[] not null,
    claimed_at timestamptz not null default now(),
    primary key (organization_id, user_id)
  )`,
  'create index claimed_groups_user on claimed_groups (user_id)',
  `create table given_roles (
    user_id uuid not null references users on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    role text not null,
    -- The role that the user had by hand before; null for someone who was no member.
    role_before text,
    primary key (user_id, workspace_id)
  )`,
  'create index given_roles_workspace on given_roles (workspace_id)',
  `create table role_checks (
    user_id uuid not null references users on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    noted_at timestamptz not null default clock_timestamp(),
    -- Until when a process has taken it.
    taken_until timestamptz not null default '-infinity',
    primary key (user_id, workspace_id)
  )`,
  'create index role_checks_workspace on role_checks (workspace_id)',
];
