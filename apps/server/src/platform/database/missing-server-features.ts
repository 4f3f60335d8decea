import { type Kysely, sql } from 'kysely';

/** The features of a PostgreSQL server. */
export interface DatabaseServer {
  version: number;
  /** Whether it was built with ICU, which provides human sort order. */
  hasIcu: boolean;
  /** The extensions that are available or installed. */
  extensions: readonly string[];
}

/** The oldest server that has every function the schema uses (uuidv7, virtual columns). */
const oldestVersion = 18;
const neededExtensions = ['pg_trgm', 'btree_gin'];

export async function readServer<Schema>(db: Kysely<Schema>): Promise<DatabaseServer> {
  const { rows } = await sql<DatabaseServer>`
    select current_setting('server_version_num')::int / 10000 as version,
      exists (select from pg_collation where collprovider = 'i') as "hasIcu",
      array(select name::text from pg_available_extensions) as extensions`.execute(db);
  const [server] = rows;
  if (server === undefined) throw new Error('The database says nothing of its server.');
  return server;
}

/**
 * Describes the features that the server lacks for the schema, and how to install them; undefined when
 * nothing is missing.
 */
export function missingServerFeatures(server: DatabaseServer): string | undefined {
  const { version, hasIcu, extensions } = server;
  if (version < oldestVersion) {
    return `The database is PostgreSQL ${version}; version ${oldestVersion} or newer is needed.`;
  }
  if (!hasIcu) {
    return 'The database is a PostgreSQL built without ICU, which names are sorted with. Use a build with it (--with-icu, as every distribution and hosting has), or unset DATABASE_URL for the embedded one.';
  }
  const missing = neededExtensions.filter((name) => !extensions.includes(name));
  return missing.length === 0
    ? undefined
    : `The database lacks the extension ${missing.join(' and ')}. Install PostgreSQL's contrib package on its machine (Debian: postgresql-contrib), or unset DATABASE_URL for the embedded one.`;
}
