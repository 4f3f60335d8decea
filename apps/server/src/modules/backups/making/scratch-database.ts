import { Client } from 'pg';

/** Longest name that PostgreSQL takes; bytes. */
const MAX_NAME_LENGTH = 63;
const SUFFIX = '__backup_check';

/**
 * The database beside the one at `databaseUrl` into which its backups are restored for a check. It exists only
 * during a check, and has one name, so that what a killed process left behind is found.
 */
export function scratchDatabase(databaseUrl: string, name: string): { name: string; url: string } {
  const scratch = `${name.slice(0, MAX_NAME_LENGTH - SUFFIX.length)}${SUFFIX}`;
  const parts = /^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?(.*)$/s.exec(databaseUrl);
  if (parts === null) throw new Error('DATABASE_URL cannot be read as an address.');
  return { name: scratch, url: `${parts[1]}/${encodeURIComponent(scratch)}${parts[2]}` };
}

/** Runs work with the URL of an empty database, which is dropped afterwards. */
export async function withScratchDatabase<Result>(
  databaseUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { name, url } = scratchDatabase(databaseUrl, await currentDatabase(client));
    const drop = () =>
      client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
    await drop();
    await create(client, name);
    try {
      await requireDatabase(url, name);
      return await work(url);
    } finally {
      await drop();
    }
  } finally {
    await client.end();
  }
}

/** Drops the scratch database of a check whose process was killed. */
export async function dropScratchDatabase(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { name } = scratchDatabase(databaseUrl, await currentDatabase(client));
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
}

async function create(client: Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${client.escapeIdentifier(name)} template template0`);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== '42501') throw error;
    const role = await client.query<{ name: string }>('select current_user as name');
    throw new Error(
      `The role ${role.rows[0]?.name} must not create databases, so the backup cannot be checked: run in PostgreSQL: alter role ${client.escapeIdentifier(role.rows[0]?.name ?? '')} createdb`,
      { cause: error },
    );
  }
}

const currentDatabase = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
};

/** Restoring deletes what is there: an address that leads elsewhere must not be used. */
async function requireDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if ((await currentDatabase(client)) === name) return;
  } finally {
    await client.end();
  }
  throw new Error('DATABASE_URL names its database twice: name it in its path alone.');
}
