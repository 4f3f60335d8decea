import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { restoreBackup } from '@repo/backup/restore-backup';
import { writeBackup } from '@repo/backup/write-backup';
import {
  readCredentialKeyIds,
  restoredSchema,
} from '../../apps/server/src/platform/database/backup-schema.ts';
import { startProcess } from '../../apps/server/test/faults/processes.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { fillWorkspace } from './accounts/fill-workspace.ts';
import { family, memory } from './process-memory.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

/**
 * Measures the figures of docs/sizing.md: start time and memory of a process of each role, idle
 * and with metrics and traces, and how long it takes to stop; the size of an activity on disk and
 * in a backup, and how fast a backup is written and restored.
 */
const { values } = parseArgs({ options: { activities: { type: 'string', default: '200000' } } });
const activities = Number(values.activities);
const restSeconds = 20;
const { url: databaseUrl, folder, stop: stopPostgres } = await startThrowawayPostgres();
const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(1);

async function measureRole(role: string, extra: Record<string, string> = {}) {
  const begun = performance.now();
  const { child, stop } = await startProcess('apps/server/src/main.ts', [`--role=${role}`], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(await freePort()),
      NODE_OPTIONS: '--max-semi-space-size=4',
      ...extra,
    },
    isReady: (line) => line.includes('"msg":"ready"'),
  });
  const ready = seconds(begun);
  await sleep(restSeconds * 1_000);
  const rest = memory(family(child.pid ?? 0)).toFixed(0);
  const stopping = performance.now();
  const code = await stop();
  return { 'ready, s': ready, 'at rest, MiB': rest, 'stop, s': seconds(stopping), exit: code };
}

try {
  const observed = {
    METRICS_PORT: String(await freePort()),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  };
  console.table({
    api: await measureRole('api'),
    worker: await measureRole('worker'),
    all: await measureRole('all'),
    'all, metrics': await measureRole('all', { METRICS_PORT: observed.METRICS_PORT }),
    'all, metrics and traces': await measureRole('all', observed),
  });

  await fillWorkspace(databaseUrl, { accounts: 1_000, activities });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as size');
  await client.query('create database restored');
  await client.end();
  const file = path.join(folder, 'whole.backup');
  const writing = performance.now();
  const written = await writeBackup(databaseUrl, file, readCredentialKeyIds);
  const writeSeconds = seconds(writing);
  const target = new URL(databaseUrl);
  target.pathname = '/restored';
  const restoring = performance.now();
  const restored = await restoreBackup(target.href, file, {
    schema: restoredSchema(target.href),
    replaces: false,
  });
  if (restored.rows !== written.rows) throw new Error('The restored rows are not those written.');
  console.table({
    activities,
    'database, bytes an activity': Math.round(Number(rows[0].size) / activities),
    'rows in the backup': written.rows,
    'backup, MB': ((await stat(file)).size / 1e6).toFixed(1),
    'backup written in, s': writeSeconds,
    'restored, analysed in, s': seconds(restoring),
  });
} finally {
  await stopPostgres();
}
