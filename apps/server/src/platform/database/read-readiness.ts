import { CLI_COMMAND } from '../cli-command.ts';
import { sql } from 'kysely';
import { migrations } from '../../migrations/index.ts';
import type { Database } from './create-database.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';

export interface Readiness {
  isReady: boolean;
  /** `ready`, or a description of the problem and its solution. */
  status: string;
}

/**
 * Whether a process can serve requests: the database responds, and has every migration that this
 * version knows. It may have more, since migrations are additive: a newer version is then being
 * rolled out.
 */
export async function readReadiness(db: Database): Promise<Readiness> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const applied = new Set(rows.map(({ name }) => name));
    const missing = Object.keys(migrations).filter((name) => !applied.has(name));
    return missing.length === 0
      ? { isReady: true, status: 'ready' }
      : {
          isReady: false,
          status: `the database lacks ${missing.join(', ')}; run: ${CLI_COMMAND} migrate`,
        };
  } catch (error) {
    const isDown = error instanceof DatabaseUnavailableError;
    const status = isDown ? `database ${error.reason}` : 'the database has no schema of ours';
    return { isReady: false, status };
  }
}

/** The migrations of a database that this version does not know. */
export async function readNewerMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}
