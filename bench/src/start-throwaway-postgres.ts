import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateToLatest } from '../../apps/server/src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';

export interface ThrowawayPostgres {
  /** The URL of a database with all tables, which are empty. */
  url: string;
  /** For other files of a measurement; deleted together with the database. */
  folder: string;
  stop: () => Promise<void>;
}

/** The embedded PostgreSQL with its usual settings, gone with everything that it stored. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    log: createLog('error'),
    onLost: (error) => {
      throw error;
    },
  });
  await migrateToLatest(postgres.url);
  return {
    url: postgres.url,
    folder,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
