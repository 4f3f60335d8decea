import { type Kysely, sql } from 'kysely';

/** Tags of workspaces and the accounts that have them (docs/decisions/tags.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table tags (
    workspace_id uuid not null references workspaces on delete cascade,
    id uuid not null default gen_random_uuid(),
    name text collate natural_order not null,
    -- What names are compared by: without regard to case and to letters of another width.
    folded_name text not null,
    color text not null,
    primary key (workspace_id, id),
    unique (workspace_id, folded_name)
  )`,
  `create table account_tags (
    workspace_id uuid not null references workspaces on delete cascade,
    -- Without a reference: a deleted account has its tags again when it is restored.
    account_id uuid not null,
    tag_id uuid not null,
    primary key (workspace_id, account_id, tag_id),
    foreign key (workspace_id, tag_id) references tags (workspace_id, id) on delete cascade
  )`,
  'create index account_tags_tag on account_tags (workspace_id, tag_id, account_id)',
];
