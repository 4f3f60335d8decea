import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import { isAlive } from '../is-alive.ts';

/**
 * The key of the advisory lock, in the database `postgres`, that the owning process has while it
 * lives.
 */
const OWNER_LOCK = 1;
/** Timeout for PostgreSQL to notice that an owner was killed. */
const NOTICE_MS = 5_000;

/**
 * Makes this process the one owner of the cluster for as long as `client` stays connected;
 * PostgreSQL gives the claim up by itself when the process dies. Throws, naming the owner, when
 * another process has it.
 */
export async function claimCluster(client: Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + NOTICE_MS;
  while (!(await tryToLock(client))) {
    const owner = await findOwner(client);
    if (owner && (Date.now() > deadline || isAlive(processId(owner)))) {
      throw new EmbeddedPostgresError(
        `${dataDir} is already in use by ${owner}: use that one, stop it first, or choose another folder.`,
      );
    }
    await delay(20);
  }
}

/** The connection name under which others find the owner; PostgreSQL cuts it at 63 characters. */
export function ownerName(address: string | undefined): string {
  return `process ${process.pid}${address ? ` at ${address}` : ''}`;
}

function processId(owner: string): number {
  return Number(/^process (\d+)/.exec(owner)?.[1]);
}

async function tryToLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [OWNER_LOCK],
  );
  return rows[0]?.locked === true;
}

async function findOwner(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    `select activity.application_name as owner
       from pg_locks held
       join pg_stat_activity activity using (pid)
      where held.locktype = 'advisory' and held.granted and held.objid = $1
        and held.database = (select oid from pg_database where datname = current_database())`,
    [OWNER_LOCK],
  );
  return rows[0]?.owner;
}
