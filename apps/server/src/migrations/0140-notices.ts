import { type Kysely, sql } from 'kysely';

/** Which notices and morning mails a user gets, and which notices they have read (docs/decisions/notices.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table users add column share_notices boolean not null default true',
  'alter table users add column answer_notices boolean not null default true',
  'alter table users add column quiet_notices boolean not null default true',
  'alter table users add column connection_notices boolean not null default true',
  'alter table users add column morning_mail boolean not null default false',
  // The day of the last morning mail.
  'alter table users add column morning_mail_day date',
  `create table read_notices (
    owner_id uuid not null references users on delete cascade,
    -- What the notice is about.
    notice text not null,
    -- The time of the notice; what it says of a later time is unread again.
    at timestamptz not null,
    primary key (owner_id, notice)
  )`,
];
