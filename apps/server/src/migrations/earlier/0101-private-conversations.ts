import { type Kysely, sql } from 'kysely';

/**
 * Conversations that their users keep private (docs/decisions/private-conversations.md): what is captured of them, and
 * the references by which what arrives later is recognized.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table captured_activities add column private_conversation_id uuid',
  `create table private_refs (
    owner_id uuid not null references users on delete cascade,
    -- A reference of an email, or the key of an activity.
    ref uuid not null,
    conversation_id uuid not null,
    marked_at timestamptz not null default now(),
    primary key (owner_id, ref)
  )`,
];
