import { type Kysely, sql } from 'kysely';

/** Groups that an organization's identity provider maintains (docs/decisions/provisioning.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table scim_groups (
    id uuid primary key default gen_random_uuid(),
    organization_id uuid not null references organizations on delete cascade,
    display_name text not null,
    external_id text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create unique index scim_groups_name on scim_groups (organization_id, lower(display_name))',
  'create index scim_groups_external on scim_groups (organization_id, external_id)',
  `create table scim_group_members (
    group_id uuid not null references scim_groups on delete cascade,
    user_id uuid not null references users on delete cascade,
    primary key (group_id, user_id)
  )`,
  'create index scim_group_members_user on scim_group_members (user_id)',
];
