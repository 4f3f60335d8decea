import { type ChildProcess, execFile, spawn } from 'node:child_process';
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

export interface Usage {
  before: number;
  peak: number;
}

/**
 * Observes, once a second, how many bytes a folder takes while something runs: of a database, with
 * its log and temporary files.
 */
export async function observeUsage(folder: string, run: () => Promise<unknown>): Promise<Usage> {
  const before = await usedBytes(folder);
  let peak = before;
  const observation = { on: true };
  const observing = (async () => {
    for (; observation.on; await sleep(1_000)) peak = Math.max(peak, await usedBytes(folder));
  })();
  await run().finally(() => {
    observation.on = false;
  });
  await observing;
  return { before, peak };
}

const usedBytes = (folder: string): Promise<number> =>
  new Promise((resolve) => {
    // It exits with 1 when a file is removed meanwhile, and prints the sum all the same.
    execFile('du', ['-sk', folder], (_error, stdout) =>
      resolve(Number.parseInt(stdout, 10) * 1024),
    );
  });

/**
 * Kills the migration (SIGKILL) while it waits for a table that another transaction reads. Called
 * for each table, so that every step of the migration is interrupted once.
 *
 * @returns how long it was at work; undefined when it never waited for the table. Milliseconds.
 */
export async function killAt(databaseUrl: string, table: string): Promise<number | undefined> {
  const reader = await connectTool(databaseUrl);
  await reader.query('begin');
  await reader.query(`lock table ${reader.escapeIdentifier(table)} in access share mode`);
  return killWhen(
    databaseUrl,
    ({ waits }) => waits,
    () => reader.end(),
  );
}

/**
 * Kills the migration (SIGKILL) when it has been at work for so long, whatever it does then.
 *
 * @returns how long it was at work; undefined when it ended before. Milliseconds.
 */
export const killAfter = (databaseUrl: string, ms: number): Promise<number | undefined> =>
  killWhen(
    databaseUrl,
    (state) => state.ms >= ms,
    async () => {},
  );

interface MigrationState {
  /** How long it has been connected. */
  ms: number;
  /** Whether it waits for a lock. */
  waits: boolean;
}

async function killWhen(
  databaseUrl: string,
  isDue: (state: MigrationState) => boolean,
  afterKilled: () => Promise<void>,
): Promise<number | undefined> {
  const observer = await connectTool(databaseUrl);
  const read = async (): Promise<MigrationState | undefined> =>
    (
      await observer.query<MigrationState>(`
        select extract(epoch from clock_timestamp() - backend_start)::float8 * 1000 as ms,
          coalesce(wait_event_type = 'Lock', false) as waits
        from pg_stat_activity
        where datname = current_database() and application_name like '%migration'`)
    ).rows[0];
  const child = startMigration(databaseUrl);
  const end = ended(child);
  let killed: MigrationState | undefined;
  while (killed === undefined && child.exitCode === null) {
    const state = await read();
    if (state !== undefined && isDue(state)) killed = state;
    else await sleep(20);
  }
  child.kill('SIGKILL');
  await end;
  await afterKilled();
  // The server notices only then that no one waits for the statement.
  while ((await read()) !== undefined) await sleep(20);
  await observer.end();
  return killed?.ms;
}
