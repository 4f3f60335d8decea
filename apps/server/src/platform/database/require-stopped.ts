import { plural } from '@repo/domain/text/plural';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { APPLICATION_NAME, type Database } from './create-database.ts';

/** Timeout for the connections of processes that were just stopped to end. */
const CONNECTIONS_TIMEOUT_MS = 5_000;

interface StopRules {
  /** The application name in the URL of the database, which processes of earlier versions had. */
  nameInUrl?: string | undefined;
  /** Whether they have to be stopped; asked before each look. */
  isNeeded: () => Promise<boolean>;
  /** Returns the error, by how many `connections use` the database. */
  refuse: (connections: string) => Error;
}

/**
 * Counts the connections of other processes of the product. Except for `db`'s own, these have no application
 * name, the name in the URL, or a name that begins with the product's; tools such as psql have their own.
 * PostgreSQL's own processes belong to no user. Autovacuum, which works for minutes on a large table, has no
 * name either, and only a superuser sees the kind of process.
 */
export async function countOtherConnections(db: Database, nameInUrl = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (application_name in ('', ${nameInUrl}) or starts_with(application_name, ${APPLICATION_NAME}))
      and application_name <> current_setting('application_name')
      and usesysid is not null
      and coalesce(backend_type, 'client backend') = 'client backend'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Refuses to change a database while processes of the product use it (`countOtherConnections`).
 */
export async function requireStopped(
  db: Database,
  { isNeeded, refuse, nameInUrl = '' }: StopRules,
): Promise<void> {
  const deadline = Date.now() + CONNECTIONS_TIMEOUT_MS;
  for (; await isNeeded(); await sleep(100)) {
    const count = await countOtherConnections(db, nameInUrl);
    if (count === 0) return;
    if (Date.now() > deadline) {
      throw refuse(plural(count, 'connection uses', 'connections use'));
    }
  }
}
