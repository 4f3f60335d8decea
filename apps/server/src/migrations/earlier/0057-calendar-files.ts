import { type Kysely, sql } from 'kysely';

/** Meetings in uploaded files, and copies that count once (docs/decisions/mail-files.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // How many of what was found are meetings.
  `alter table mail_files add column meetings integer not null default 0`,
  // What concerns tracked domains in a file, until it is imported: an export contains an email under each of its labels.
  `create table mail_file_items (
    owner_id uuid not null,
    file_id uuid not null,
    -- A hash of what copies have in common.
    item bytea not null,
    is_imported boolean not null default false,
    primary key (owner_id, file_id, item),
    foreign key (owner_id, file_id) references mail_files on delete cascade
  )`,
  // Meetings count among the items that a file is read up to from here on, so that what is being read begins again.
  // Who reads it now stores nothing more.
  `update mail_files set items = 0, bytes_read = 0, imported = 0, lease_id = null, lease_until = null
    where state in ('checking', 'importing')`,
  `update mail_files set found = 0, concerned = 0, excluded = 0, unreadable = 0, domains = '{}',
      since = null, until = null, problems = '[]'
    where state = 'checking'`,
];
