import { type Kysely, sql } from 'kysely';

/** Single sign-on of organizations (docs/decisions/single-sign-on.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table sso_connections (
    id uuid primary key default gen_random_uuid(),
    organization_id uuid not null unique references organizations on delete cascade,
    issuer text not null,
    client_id text not null,
    -- The client secret, sealed.
    secret bytea not null,
    secret_key_id text not null,
    is_enabled boolean not null default true,
    -- Whether an administrator vouches for the addresses that the provider sends, verified there or not.
    trusts_emails boolean not null default false,
    creates_users boolean not null default false,
    is_required boolean not null default false,
    -- The administrator who still signs in by password while single sign-on is required.
    break_glass_user_id uuid references users on delete set null,
    created_at timestamptz not null default now(),
    -- The last sign-in that worked, and the last one that failed at the provider, in words.
    worked_at timestamptz,
    problem text,
    problem_at timestamptz
  )`,
  'create index sso_connections_key on sso_connections (secret_key_id)',
  `create table sso_domains (
    organization_id uuid not null references organizations on delete cascade,
    domain text not null,
    -- What the TXT record of the domain has to say.
    token text not null,
    created_at timestamptz not null default now(),
    verified_at timestamptz,
    primary key (organization_id, domain)
  )`,
  'create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null',
  `create table sso_identities (
    connection_id uuid not null references sso_connections on delete cascade,
    issuer text not null,
    subject text not null,
    user_id uuid not null references users on delete cascade,
    linked_at timestamptz not null default now(),
    last_used_at timestamptz,
    primary key (connection_id, issuer, subject)
  )`,
  'create index sso_identities_user on sso_identities (user_id)',
  `alter table sessions
    add column sso_connection_id uuid references sso_connections on delete cascade,
    -- The session at the provider, which its logout names.
    add column sso_sid text`,
  `create index sessions_sso on sessions (sso_connection_id, sso_sid) where sso_connection_id is not null`,
];
