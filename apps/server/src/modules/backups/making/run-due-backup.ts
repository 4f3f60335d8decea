import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Config } from '#src/config.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { fileNameOf, lastDue } from './backup-times.ts';
import { explainFailure } from './explain-failure.ts';
import { makeBackup } from './make-backup.ts';
import { dropScratchDatabase } from './scratch-database.ts';

export type BackupSettings = NonNullable<Config['backup']>;

export interface BackupNeeds extends Pick<Context, 'db' | 'log'> {
  databaseUrl: string;
  settings: BackupSettings;
  /** Replaced in tests. */
  make?: typeof makeBackup;
}

/** A failed backup is tried again after this time. */
const RETRY_AFTER_MS = 3_600_000;
/** Entries that are kept, also of failed backups. */
const MAX_ENTRIES = 400;
const MAX_PROBLEM_LENGTH = 1_000;

/**
 * Makes the backup that is due, if none was made since it is. Of all processes with the setting, one makes
 * it: it holds a lock in the database as long as it lives, so that what a killed one left is cleared by the next.
 *
 * @returns whether a backup was tried.
 */
export async function runDueBackup(needs: BackupNeeds, now = new Date()): Promise<boolean> {
  const { db, databaseUrl, settings } = needs;
  if (!(await isDue(db, settings, now))) return false;
  const lock = new Client({ connectionString: databaseUrl, keepAlive: true });
  // Losing it only means that another process may begin; the name of the file differs.
  lock.on('error', () => {});
  await lock.connect();
  try {
    const { rows } = await lock.query<{ isLocked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('scheduled backup', 0)) as "isLocked"`,
    );
    if (rows[0]?.isLocked !== true) return false;
    await clearInterrupted(needs);
    if (!(await isDue(db, settings, now))) return false;
    await runBackup(needs, now);
    return true;
  } finally {
    await lock.end();
  }
}

async function isDue(db: Database, settings: BackupSettings, now: Date): Promise<boolean> {
  const due = lastDue(now, settings.time);
  const retryFrom = new Date(now.getTime() - RETRY_AFTER_MS);
  const made = await db
    .selectFrom('backups')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'good'), where('started_at', '>=', due)]),
        where.and([where('state', '=', 'failed'), where('started_at', '>', retryFrom)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return made === undefined;
}

/** While this process has the lock, no other one makes a backup: entries that still run were left behind. */
async function clearInterrupted({ db, databaseUrl, settings, log }: BackupNeeds): Promise<void> {
  const interrupted = await db
    .updateTable('backups')
    .set({
      state: 'failed',
      ended_at: new Date(),
      problem: 'The process that made it ended. It is tried again within the hour.',
    })
    .where('state', '=', 'running')
    .returning('file')
    .execute();
  if (interrupted.length === 0) return;
  log.warn({ files: interrupted.map(({ file }) => file) }, 'a backup was interrupted');
  for (const { file } of interrupted) {
    // Not checked yet, so it counts for nothing.
    for (const name of [file, `${file}.part`]) {
      await rm(path.join(settings.folder, name), { force: true }).catch((err: unknown) =>
        log.warn({ err, file: name }, 'what an interrupted backup left cannot be removed'),
      );
    }
  }
  await dropScratchDatabase(databaseUrl);
}

async function runBackup(needs: BackupNeeds, now: Date): Promise<void> {
  const { db, databaseUrl, settings, log, make = makeBackup } = needs;
  const file = fileNameOf(now);
  const { id } = await db
    .insertInto('backups')
    .values({ file, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const end = (result: object) =>
    db
      .updateTable('backups')
      .set({ ended_at: new Date(), ...result })
      .where('id', '=', id)
      .execute();
  try {
    const made = await make(databaseUrl, path.join(settings.folder, file));
    await end({ state: 'good', ...made });
    log.info({ file, ...made }, 'made a backup and restored it for a check');
  } catch (error) {
    log.error({ err: error, file }, 'a backup failed');
    await end({
      state: 'failed',
      problem: explainFailure(error, settings.folder).slice(0, MAX_PROBLEM_LENGTH),
    });
  }
  await removeOld(needs);
}

/** Keeps the last good backups and the file of the last failed one, to look into. */
async function removeOld({ db, settings, log }: BackupNeeds): Promise<void> {
  const entries = await db
    .selectFrom('backups')
    .select(['id', 'file', 'state'])
    .where('state', '!=', 'running')
    .orderBy('started_at', 'desc')
    .execute();
  const kept = [
    ...entries.filter(({ state }) => state === 'good').slice(0, settings.keep),
    ...entries.filter(({ state }) => state === 'failed').slice(0, 1),
  ];
  for (const { file } of entries.filter((entry) => !kept.includes(entry))) {
    await rm(path.join(settings.folder, file), { force: true }).catch((err: unknown) =>
      log.warn({ err, file }, 'an old backup cannot be removed'),
    );
  }
  const forgotten = entries.slice(MAX_ENTRIES).filter((entry) => !kept.includes(entry));
  if (forgotten.length === 0) return;
  await db
    .deleteFrom('backups')
    .where(
      'id',
      'in',
      forgotten.map(({ id }) => id),
    )
    .execute();
}
