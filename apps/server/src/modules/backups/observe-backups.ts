import type { Database } from '#platform/database/create-database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { readBackups } from './read-backups.ts';

/** Reports scheduled backups. Every process with the setting reports the same. */
export function observeBackups(db: Database, metrics: Metrics): void {
  metrics.gauge({
    name: 'backup_age_seconds',
    help: 'How long ago the last scheduled backup began that could be restored; without one, the first that was tried.',
    read: async () => {
      const since = (await readBackups(db)).good?.startedAt ?? (await readFirst(db));
      const age = since === undefined ? 0 : (Date.now() - since.getTime()) / 1_000;
      return [{ labels: {}, value: age }];
    },
  });
  metrics.gauge({
    name: 'backup_failed',
    help: '1 while the last scheduled backup that ended has failed.',
    read: async () => {
      const { good, failed } = await readBackups(db);
      const isFailed = failed !== undefined && !(good && good.startedAt > failed.startedAt);
      return [{ labels: {}, value: Number(isFailed) }];
    },
  });
}

async function readFirst(db: Database): Promise<Date | undefined> {
  const row = await db
    .selectFrom('backups')
    .select('started_at as startedAt')
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  return row?.startedAt;
}
