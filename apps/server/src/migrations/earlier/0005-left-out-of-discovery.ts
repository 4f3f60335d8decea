import { type Kysely, sql } from 'kysely';

/**
 * Stores what discovery excludes, so that a user can see before an import why someone is missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Only counts, as in discovered_days and for as long: no names, no addresses.
  `create table left_out_days (
    owner_id uuid not null references users on delete cascade,
    provider text not null,
    domain text not null,
    reason text not null check (reason in ('free-mail', 'own-domain', 'list')),
    day date not null,
    mails integer not null,
    primary key (owner_id, provider, domain, reason, day)
  )`,
];
