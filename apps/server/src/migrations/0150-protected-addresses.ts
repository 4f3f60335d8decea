import { type Kysely, sql } from 'kysely';

/**
 * Addresses that users protect (docs/decisions/protected-addresses.md). A process of the version before does not know
 * them; there are none until this version runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table protected_addresses (
    owner_id uuid not null references users on delete cascade,
    -- An address, or a domain without an @, in normal form.
    address text not null,
    -- What colleagues see of its conversations: 0 the level activity, -1 nothing.
    level smallint not null check (level between -1 and 0),
    added_at timestamptz not null default now(),
    primary key (owner_id, address)
  )`,
  `create table protected_refs (
    owner_id uuid not null references users on delete cascade,
    -- A reference of an email, or the key of an activity.
    ref uuid not null,
    -- The workspace that protects the address; the nil UUID where the user does.
    workspace_id uuid not null,
    address text not null,
    level smallint not null check (level between -1 and 0),
    primary key (owner_id, ref, workspace_id, address)
  )`,
];
