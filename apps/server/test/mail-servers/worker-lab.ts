import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { sealCredentials } from '#modules/integrations/connect/credentials.ts';
import type { Credentials } from '#modules/integrations/provider/connect-methods.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { parseKey } from '#platform/secrets/key-file.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import { type Process, startProcess } from '../faults/processes.ts';
import { childrenOf } from './mail-server.ts';
import { createMakers, type MadePerson } from '../test-makers.ts';

/** A user who tracks acme.com and has one connection, and a worker process that syncs it. */
export type WorkerLab = Awaited<ReturnType<typeof createWorkerLab>>;

interface WorkerLabOptions {
  /** A migrated database that no one else uses. */
  databaseUrl: string;
  provider: string;
  credentials: Credentials;
  /** The certificate of the server on this machine; PEM. */
  ca: string;
}

export async function createWorkerLab({
  databaseUrl,
  provider,
  credentials,
  ca,
}: WorkerLabOptions) {
  const folder = await mkdtemp(path.join(tmpdir(), 'worker-lab-'));
  const db = createDatabase({ url: databaseUrl, poolSize: 4, onLostConnection: () => {} });
  const certificate = path.join(folder, 'ca.pem');
  await writeFile(certificate, ca);
  const key = `k1:${randomBytes(32).toString('base64')}`;
  const owner = await createMakers(db).person({ email: 'alice@example.org' });
  await db
    .insertInto('domains')
    .values({ owner_id: owner.id, domain: 'acme.com', source: 'manual' })
    .execute();
  await connect(db, owner, key, provider, credentials);

  let worker: Process | undefined;
  const startWorker = async () => {
    worker = await startProcess('apps/server/src/main.ts', ['--role=worker'], {
      env: {
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '4',
        DATA_DIR: folder,
        ENCRYPTION_KEYS: key,
        LOG_LEVEL: 'info',
        MAIL_PRIVATE_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: certificate,
      },
      isReady: (line) => line.includes('worker'),
    });
  };
  await startWorker();

  /** Skips the time until scheduled syncs and the expiry of leases. */
  const wake = () =>
    sql`with due as (
        update integrations set due_at = now(), paused_until = null,
          lease_until = case when lease_id is null then null else now() - interval '1 second' end
      ) update failed_items set retry_at = now()`.execute(db);

  return {
    db,
    owner,
    wake,
    /** Kills the worker (SIGKILL) and starts another one. */
    killWorker: async () => {
      await worker?.kill();
      await startWorker();
    },
    /** Kills the processes in which the worker reads mailboxes (SIGKILL). */
    killReaders: () => {
      for (const pid of childrenOf(worker?.child.pid ?? 0)) process.kill(pid, 'SIGKILL');
    },
    /** Syncs until a sync that started after this call has completed. */
    settle: async () => {
      for (let syncs = 0; syncs < 2; syncs += 1) {
        await sql`update integrations set last_sync = null`.execute(db);
        await wake();
        await untilSynced(db);
      }
    },
    stop: async () => {
      await worker?.kill();
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stores a connection as a sign-in on the integrations page does. */
async function connect(
  db: Database,
  owner: MadePerson,
  key: string,
  provider: string,
  credentials: Credentials,
): Promise<void> {
  const secretBox = createSecretBox(new Map([parseKey(key)]));
  const { id } = await db
    .insertInto('integrations')
    .values({ owner_id: owner.id, provider, source: owner.email })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('integrations')
    .set(sealCredentials({ secretBox }, id, credentials))
    .where('id', '=', id)
    .execute();
}

async function untilSynced(db: Database): Promise<void> {
  let last = '';
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(30)) {
    const row = await db
      .selectFrom('integrations')
      .select(['last_sync', 'last_error', 'lease_id', 'needs_reauth'])
      .executeTakeFirstOrThrow();
    last = JSON.stringify(row);
    if (row.last_sync?.outcome === 'done' && row.lease_id === null) return;
    if (row.last_sync !== null && row.lease_id === null) {
      // It failed: do not wait for the regular retry.
      await sql`update integrations set due_at = now(), last_sync = null, paused_until = null`.execute(
        db,
      );
    }
  }
  throw new Error(`The sync does not end: ${last}`);
}
