import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import type { Installation } from './installation.ts';
import { isAlive } from '../is-alive.ts';
import { passwordFile, syncFolder, writePassword } from '../passwords.ts';
import { runProgram } from './run-program.ts';
import { withServerLog } from './server-log.ts';

/** The role that supervises; the application has one of its own without its powers. */
export const SUPERVISOR = 'supervisor';

const roles = ['application', 'supervisor'] as const;

/**
 * Sorting and letter case do not depend on the machine's locales, so its upgrades break no index.
 */
const SAME_EVERYWHERE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-locale',
];

/**
 * Ensures that `dataDir/cluster` contains a cluster of our major version. A new one is created beside
 * its place and moved there when complete, so neither an interrupted start nor two at once leave
 * half a cluster behind.
 */
export async function ensureCluster(installation: Installation): Promise<void> {
  const { dataDir, binaries } = installation;
  const found = await clusterVersion(dataDir);
  const major = binaries.version.split('.')[0];
  if (found === major) return;
  if (found !== undefined) {
    throw new EmbeddedPostgresError(
      `The data in ${dataDir} was written by PostgreSQL ${found}, and this program runs PostgreSQL ${major}: start it with the program's earlier version, or choose another folder.`,
    );
  }
  await createCluster(installation);
}

async function clusterVersion(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'cluster', 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function createCluster(installation: Installation): Promise<void> {
  const { dataDir, user } = installation;
  await removeAbandonedDrafts(dataDir);
  const name = `draft-${process.pid}`;
  const draft = join(dataDir, name);
  try {
    await mkdir(draft, { mode: 0o700 });
    // initdb requires an empty data folder, so the passwords are written beside it first.
    for (const role of roles) await writePassword(join(draft, passwordFile[role]), user);
    if (user) await chown(draft, user.uid, user.gid);
    await initialize(installation, name);
    for (const role of roles) {
      await rename(join(draft, passwordFile[role]), join(draft, 'cluster', passwordFile[role]));
    }
    await syncFolder(join(draft, 'cluster'));
    await moveIntoPlace(draft, dataDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function initialize(installation: Installation, draft: string): Promise<void> {
  await withServerLog(installation, async (output, written) => {
    const args = (dataDir: string) => [
      `--pgdata=${join(dataDir, draft, 'cluster')}`,
      `--username=${SUPERVISOR}`,
      `--pwfile=${join(dataDir, draft, passwordFile.supervisor)}`,
      '--auth=scram-sha-256',
      ...SAME_EVERYWHERE,
      ...(installation.durable ? [] : ['--no-sync']),
    ];
    const initdb = await runProgram(installation, installation.binaries.initdb, args, output);
    const [code] = await once(initdb, 'exit');
    if (code !== 0) throw new Error(await written());
  });
}

async function moveIntoPlace(draft: string, dataDir: string): Promise<void> {
  try {
    await rename(join(draft, 'cluster'), join(dataDir, 'cluster'));
    await syncFolder(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    // Another start was faster: use its cluster.
    if ((await clusterVersion(dataDir)) !== undefined) return;
    throw new EmbeddedPostgresError(
      `${join(dataDir, 'cluster')} contains files but no PostgreSQL data: move it elsewhere and start again.`,
      { cause: error },
    );
  }
}

async function removeAbandonedDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^draft-(\d+)$/.exec(name)?.[1]);
    if (pid === process.pid || (pid > 0 && !isAlive(pid))) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
}
