import { type Kysely, sql } from 'kysely';

/**
 * Pending requests to publish or withdraw, done in steps (docs/decisions/publishing-in-steps.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table publish_requests (
    -- Whose captured activities are published in the account, or withdrawn from it.
    owner_id uuid not null references users on delete cascade,
    id uuid not null default uuidv7(),
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    kind text not null check (kind in ('share', 'withdrawal')),
    -- Of a share: the tracked domain, and the last of its activities that is published already.
    domain_id uuid references domains on delete cascade,
    activity_key uuid not null default '00000000-0000-0000-0000-000000000000',
    primary key (owner_id, id)
  )`,
  'create index publish_requests_account on publish_requests (account_id)',
  'create index publish_requests_domain on publish_requests (domain_id)',
];
