import { type Kysely, sql } from 'kysely';

/** Requests of colleagues to read a conversation in full, and the answers (docs/decisions/access-requests.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table access_requests (
    -- The user who was asked: a grant shows copies of this user alone.
    owner_id uuid not null,
    id uuid not null default gen_random_uuid(),
    asker_id uuid not null references users on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    domain_id uuid not null,
    -- The key of the activity that was asked for, and the keys of the emails that were shown with it. Once it is
    -- granted also the references of the conversation.
    refs uuid[] not null,
    asked_at timestamptz not null default now(),
    -- Null until it is answered.
    is_granted boolean,
    answered_at timestamptz,
    -- The end of a grant, if it has one, and the last day before it in the workspace.
    ends_at timestamptz,
    last_day date,
    primary key (owner_id, id),
    -- A share that ends takes the requests for it with it.
    foreign key (owner_id, domain_id) references domain_shares (owner_id, domain_id) on delete cascade
  )`,
  'create index access_requests_asker on access_requests (asker_id, owner_id)',
  'create index access_requests_domain on access_requests (owner_id, domain_id)',
];
