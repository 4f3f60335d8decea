import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';

const run = promisify(execFile);

export interface DatabaseUser {
  uid: number;
  gid: number;
}

/**
 * The user that PostgreSQL runs as. An ordinary user runs it as themselves (undefined). PostgreSQL refuses
 * root, so root hands it to the owner of the existing cluster, else to the user `postgres` (created if the
 * machine has none), else to `nobody` where users cannot be created.
 */
export async function chooseDatabaseUser(dataDir: string): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user =
    (await clusterOwner(dataDir)) ??
    (await lookUp('postgres')) ??
    (await createPostgresUser()) ??
    (await lookUp('nobody'));
  if (user) return user;
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and this machine has no user "postgres": create one (useradd --system postgres), or start as an ordinary user.',
  );
}

async function clusterOwner(dataDir: string): Promise<DatabaseUser | undefined> {
  const cluster = await stat(join(dataDir, 'cluster')).catch(() => undefined);
  return cluster && cluster.uid !== 0 ? { uid: cluster.uid, gid: cluster.gid } : undefined;
}

async function lookUp(name: string): Promise<DatabaseUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // `id` fails for a name that does not exist.
  }
}

async function createPostgresUser(): Promise<DatabaseUser | undefined> {
  // `su` without a login shell leaves /usr/sbin out of PATH.
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  const details = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  // Not an error yet: another process may have created the user at the same time.
  await run('useradd', [...details, 'postgres'], { env }).catch(() => undefined);
  return lookUp('postgres');
}
