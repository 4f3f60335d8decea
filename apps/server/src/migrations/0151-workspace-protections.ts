import { type Kysely, sql } from 'kysely';

/**
 * Addresses that workspaces protect (docs/decisions/protected-addresses.md). A process of the version before does not know
 * them; there are none until this version runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table workspace_protected_addresses (
    workspace_id uuid not null references workspaces on delete cascade,
    -- An address, or a domain without an @, in normal form.
    address text not null,
    -- What members share of its conversations: 0 the level activity, -1 nothing.
    level smallint not null check (level between -1 and 0),
    added_at timestamptz not null default now(),
    primary key (workspace_id, address)
  )`,
  // Members whose conversations are still to be compared with the addresses that their workspace protects.
  `create table protection_updates (
    owner_id uuid not null references users on delete cascade,
    workspace_id uuid not null,
    requested_at timestamptz not null default now(),
    primary key (owner_id, workspace_id)
  )`,
];
