import type { Connection } from '#platform/database/create-database.ts';

/** A good backup that began longer ago is too old; seconds. As in deploy/monitoring/alerts.yaml. */
export const MAX_BACKUP_AGE_SECONDS = 108_000;

export interface BackupEntry {
  startedAt: Date;
  file: string;
  bytes: number | null;
  rows: number | null;
  /** The reason for a failed backup, and what to do. */
  problem: string | null;
}

/** The last scheduled backup in each state. */
export async function readBackups(
  db: Connection,
): Promise<Partial<Record<'running' | 'good' | 'failed', BackupEntry>>> {
  const rows = await db
    .selectFrom('backups')
    .distinctOn('state')
    .select(['state', 'started_at as startedAt', 'file', 'bytes', 'rows', 'problem'])
    .orderBy('state')
    .orderBy('started_at', 'desc')
    .execute();
  return Object.fromEntries(rows.map(({ state, ...entry }) => [state, entry]));
}
