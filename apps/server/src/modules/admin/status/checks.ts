import { CLI_COMMAND } from '#platform/cli-command.ts';
import type { StatusCheck, StatusProvider } from '@repo/contract/server-status';
import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import { statfs } from 'node:fs/promises';
import type { Config } from '#src/config.ts';
import { findMissingKeys } from '#platform/secrets/find-missing-keys.ts';
import { type Database, poolStateOf } from '#platform/database/create-database.ts';
import { readNewerMigrations, readReadiness } from '#platform/database/read-readiness.ts';
import { readMaintenance } from '#platform/maintenance/maintenance.ts';
import type { LateJob } from '#platform/jobs/late-jobs.ts';

export type Finding = Pick<StatusCheck, 'state' | 'message'>;

const good = (message: string): Finding => ({ state: 'good', message });
const off = (message: string): Finding => ({ state: 'off', message });
const attention = (message: string): Finding => ({ state: 'attention', message });

const GIGABYTE = 1024 ** 3;

export const sizeText = (bytes: number): string =>
  bytes < GIGABYTE ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** How fast the database responds, its schema, and the connections of this process to it. */
export async function checkDatabase(db: Database): Promise<Finding> {
  const start = performance.now();
  const { rows } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as size`.execute(db);
  const milliseconds = Math.ceil(performance.now() - start);
  const { isReady, status } = await readReadiness(db);
  if (!isReady) return attention(`${capitalized(status)}.`);
  const newer = await readNewerMigrations(db);
  if (newer.length > 0) {
    return attention(
      `The schema is of a newer version (${newer.slice(0, 5).join(', ')}): restart this process with that version.`,
    );
  }
  const { busy, waiting, maximum } = poolStateOf(db);
  if (waiting > 0) {
    return attention(
      `${plural(waiting, 'request waits', 'requests wait')} for one of ${plural(maximum, 'connection')}: raise DATABASE_POOL_SIZE, or find what is slow in the log.`,
    );
  }
  const [row] = rows;
  return good(
    `PostgreSQL ${row?.version} has every migration of this version, and responded in ${plural(milliseconds, 'millisecond')}. It takes ${sizeText(row?.size ?? 0)}; this process uses ${busy} of ${plural(maximum, 'connection')}.`,
  );
}

/** Someone can forget it: it does not end by itself. */
export async function checkMaintenance(db: Database): Promise<Finding> {
  const maintenance = await readMaintenance(db);
  if (maintenance === undefined) return off('Users can read and change.');
  return attention(
    `Nothing can be changed since ${utcText(maintenance.beganAt)}. When you are done, run: ${CLI_COMMAND} maintenance --off`,
  );
}

/** Without the errors of the jobs, which may quote what users wrote; the log has them. */
export function checkJobs(late: readonly LateJob[] | undefined): Finding {
  if (late === undefined) throw new Error('the late jobs are unknown');
  const [first] = late;
  if (first === undefined) return good('No background job is late.');
  const time = timeText(Math.max(...late.map((job) => job.lateSeconds)));
  const names = late.map(({ name }) => name).join(', ');
  const advice = late.every(({ lastError }) => lastError === null)
    ? 'Start a worker if none runs.'
    : 'Attempts fail: the log of the worker says why.';
  return attention(
    late.length === 1
      ? `The background job ${names} has not ended for ${time}. ${advice}`
      : `${plural(late.length, 'background job')} have not ended for up to ${time}: ${names}. ${advice}`,
  );
}

/** Later than this a sync is late; as in deploy/monitoring/alerts.yaml. */
const LATE_SYNC_SECONDS = 1_800;
/**
 * The share of a provider's connections, from a minimum on. Fewer failures are matters of their users.
 */
const FAILING_SHARE = 0.2;
const MIN_FAILING = 3;

export function checkSyncs(providers: readonly StatusProvider[] | undefined): Finding {
  if (providers === undefined) throw new Error('the connections are unknown');
  const late = providers.filter((one) => lateSeconds(one) > LATE_SYNC_SECONDS);
  const failing = providers.filter(
    (one) => one.failing >= MIN_FAILING && one.failing > one.connections * FAILING_SHARE,
  );
  const problems = [
    ...late.map(
      (one) =>
        `Syncs of ${one.name} are late by ${timeText(lateSeconds(one))}: start a worker, or another one.`,
    ),
    ...failing.map(
      ({ name, failing: count, connections }) =>
        `Syncs of ${count} of ${plural(connections, 'connection')} of ${name} fail: see Connections, and the log of the worker.`,
    ),
  ];
  if (problems.length > 0) return attention(problems.join(' '));
  const connections = providers.reduce((sum, one) => sum + one.connections, 0);
  return good(
    connections === 0
      ? 'Nobody has connected an account yet.'
      : `Syncs of ${plural(connections, 'connection')} are on time.`,
  );
}

const lateSeconds = ({ oldestAt }: StatusProvider): number =>
  oldestAt === null ? 0 : (Date.now() - Date.parse(oldestAt)) / 1_000;

/** Every key that secrets in the database are encrypted with has to be in the settings. */
export async function checkKeys(db: Database, keys: Config['encryptionKeys']): Promise<Finding> {
  const missing = await findMissingKeys(db, keys);
  return missing.length === 0
    ? good('Everything that is encrypted can be decrypted.')
    : attention(
        `Connections, authenticator apps, webhooks or erasures need the key ${missing.slice(0, 5).join(', ')}, which ENCRYPTION_KEYS lacks: add it behind the first one.`,
      );
}

/** Uploads stop below 2 GiB (`find-room.ts`), and a database stops without any. */
const MIN_FREE_BYTES = 4 * GIGABYTE;

interface Disk {
  /** Free and all blocks of `bsize` bytes. */
  bavail: number;
  blocks: number;
  bsize: number;
}

/** The disk of DATA_DIR: with an external database the files, else the database too. */
export async function checkDisk(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  readDisk: (folder: string) => Promise<Disk> = statfs,
): Promise<Finding> {
  const { bavail, blocks, bsize } = await readDisk(dataDir);
  const free = bavail * bsize;
  const text = `${sizeText(free)} of ${sizeText(blocks * bsize)} are free on the disk of DATA_DIR`;
  if (free >= MIN_FREE_BYTES) return good(`${text}.`);
  return attention(
    `${text}: make room, or move it to a larger disk. ${
      databaseUrl === undefined
        ? 'The database is on it, and stops when it is full.'
        : 'Uploads are refused below 2 GB.'
    }`,
  );
}

/** A time in the largest unit in which it is at least two. */
export function timeText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return plural(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day');
}

/** '2026-01-31 03:00 UTC' */
export const utcText = (time: Date): string =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
