import { type Kysely, sql } from 'kysely';

/**
 * Levels of a share (docs/decisions/share-levels.md): 0 activity, 1 subject, 2 full. What is shared already is full. A
 * process of the version before would publish everything in full, so it must not run beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const level = (column = 'level') =>
  `${column} smallint not null default 2 check (${column} between 0 and 2)`;

const statements = [
  `alter table domain_shares add column ${level()}`,
  `alter table deleted_account_shares add column ${level()}`,
  // The level at which the row is stored: what it does not show is not in the row.
  `alter table account_activities add column ${level()}`,
  `create table level_changes (
    workspace_id uuid not null,
    account_id uuid not null,
    owner_id uuid not null references users on delete cascade,
    -- What readers see of the owner's activities at most, until all of them are stored at their level.
    level smallint not null check (level between 0 and 2),
    -- The last activity that is stored at its level.
    position uuid not null default '00000000-0000-0000-0000-000000000000',
    changed_at timestamptz not null default now(),
    primary key (workspace_id, account_id, owner_id),
    foreign key (workspace_id, account_id) references workspace_accounts (workspace_id, id) on delete cascade
  )`,
];
