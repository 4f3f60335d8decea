import { type Kysely, sql } from 'kysely';

/**
 * Who of a workspace is in touch with whom at its accounts (docs/decisions/relationships.md).
 * The publishing code writes all of it. Accounts from before are filled in by the job that handles
 * due accounts: `due_at` says from when on their days are missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table contacts (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    -- Made of the account and the address, so that it does not depend on the order of arrival.
    id uuid not null,
    address text not null,
    name text not null default '',
    -- The same for one address in all accounts of the workspace, and for merged addresses.
    person_id uuid not null,
    is_automated boolean not null,
    is_colleague boolean not null default false,
    -- What a member decided; null where the rule applies.
    is_hidden_by_hand boolean,
    is_shown boolean not null generated always as
      (not (coalesce(is_hidden_by_hand, is_automated) or is_colleague)) stored,
    primary key (workspace_id, id)
  )`,
  'create index contacts_account on contacts (account_id)',
  'create index contacts_person on contacts (workspace_id, person_id)',
  'create index contacts_address on contacts (workspace_id, address)',

  `create table tie_days (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    -- The nil id where the address of the contact is not shared, only that there was contact.
    contact_id uuid not null,
    user_id uuid not null,
    day date not null,
    addresses smallint not null,
    by_us boolean not null,
    by_them boolean not null,
    primary key (workspace_id, account_id, contact_id, user_id, day)
  )`,
  'create index tie_days_day on tie_days (account_id, day)',

  `create table ties (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    -- The nil id for days without a contact.
    person_id uuid not null,
    user_id uuid not null,
    key double precision not null,
    last_day date not null,
    -- Whether this is the colleague who is named first for the person.
    is_first boolean not null default false,
    primary key (workspace_id, account_id, person_id, user_id)
  )`,
  'create index ties_account on ties (account_id)',

  `create table account_relationships (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    -- Of all pairs together, and of the strongest one.
    key double precision not null default 0,
    best_key double precision not null default 0,
    last_day date,
    -- The 84 days that end with last_day, the last one first: on which there was contact.
    recent_days bit(84) not null default repeat('0', 84)::bit(84),
    last_day_by_us date,
    last_day_by_them date,
    next_meeting_at timestamptz,
    -- From when on days may be missing: the next activity that lies ahead.
    due_at timestamptz,
    quiet_dismissed_until date,
    primary key (workspace_id, account_id)
  )`,
  'create index account_relationships_account on account_relationships (account_id)',
  'create index account_relationships_key on account_relationships (workspace_id, key, account_id)',
  'create index account_relationships_due on account_relationships (due_at) where due_at is not null',
  `insert into account_relationships (workspace_id, account_id, due_at)
    select workspace_id, id, '-infinity' from workspace_accounts`,
];
