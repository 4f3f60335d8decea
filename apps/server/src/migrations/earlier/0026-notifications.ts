import { type Kysely, sql } from 'kysely';

/** Which emails users receive, in which time zone, and what was sent already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table users
    -- An IANA name; null while it is not known.
    add column time_zone text,
    add column weekly_digest boolean not null default true,
    add column connection_mail boolean not null default true,
    -- The Monday of the last week whose digest was sent, or had nothing to say.
    add column digest_week date`,
  // When the owner was last emailed that the integration has to be connected again.
  'alter table integrations add column problem_mailed_at timestamptz',
  `create index integrations_problem on integrations (owner_id)
    where needs_reauth and credentials is not null`,
];
