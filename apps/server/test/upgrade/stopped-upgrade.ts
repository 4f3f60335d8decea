import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const program = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** `npm run cli -- migrate` of this version. */
export function startMigration(databaseUrl: string): ChildProcess {
  return spawn(process.execPath, [program, 'migrate'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Waits for it to end; returns its exit code and error output. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; says: string }> {
  const [says, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, says: says.trim() };
}

/** Its connections have the application name of a tool, which does not block a migration. */
const connectTool = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'proof' });
  await client.connect();
  return client;
};

export interface SchemaState {
  newest: string;
  triggers: number;
  constraints: number;
  bytes: number;
}

export async function readSchema(databaseUrl: string): Promise<SchemaState> {
  const client = await connectTool(databaseUrl);
  const { rows } = await client.query<SchemaState>(`
    select (select max(name) from kysely_migration) as newest,
      (select count(*)::integer from pg_trigger where not tgisinternal) as triggers,
      (select count(*)::integer from pg_constraint where connamespace = 'public'::regnamespace)
        as constraints,
      pg_database_size(current_database())::float8 as bytes`);
  await client.end();
  const [state] = rows;
  if (state === undefined) throw new Error('The database has no schema.');
  return state;
}

/**
 * Kills the migration (SIGKILL) while it waits for a table that another transaction reads. Called
 * for each table, so that every step of the migration is interrupted once.
 *
 * @returns whether the migration waited for the table at all.
 */
export async function killAt(databaseUrl: string, table: string): Promise<boolean> {
  const reader = await connectTool(databaseUrl);
  // Within a transaction, pg_stat_activity would not change after the first query.
  const observer = await connectTool(databaseUrl);
  await reader.query('begin');
  await reader.query(`lock table ${reader.escapeIdentifier(table)} in access share mode`);
  const child = startMigration(databaseUrl);
  const end = ended(child);
  const countWaiting = async (condition: string) =>
    (
      await observer.query(`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and application_name like '%migration' ${condition}`)
    ).rowCount ?? 0;
  let waits = false;
  while (!waits && child.exitCode === null) {
    waits = (await countWaiting(`and wait_event_type = 'Lock'`)) > 0;
    if (!waits) await sleep(20);
  }
  child.kill('SIGKILL');
  await end;
  await reader.query('commit');
  while ((await countWaiting('')) > 0) await sleep(20);
  await Promise.all([reader.end(), observer.end()]);
  return waits;
}
