import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '../../apps/server/src/config.ts';
import { treatAsCluster } from '../../apps/server/src/platform/database/distribution/storage.ts';
import type { SourceProvider } from '../../apps/server/src/modules/integrations/provider.ts';
import type { ActivitySource } from '../../apps/server/src/modules/integrations/provider/activity-source.ts';
import { startSyncLoop } from '../../apps/server/src/modules/integrations/start-sync-loop.ts';
import {
  createDatabase,
  type Database,
} from '../../apps/server/src/platform/database/create-database.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { createSecretBox } from '../../apps/server/src/platform/secrets/secret-box.ts';
import { mapMail } from '../../apps/server/src/providers/gmail/map-mail.ts';
import { createMailReaderPool } from '../../apps/server/src/providers/mail/mime/mail-reader-pool.ts';
import { makeMail } from './capture/make-mail.ts';
import { noJobs, prepareCapture } from './capture/prepare-capture.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

/**
 * Measures how many emails the engine captures in a second when the provider responds at once:
 * listing, MIME, storing, publishing and the cursor in one transaction a page. Beside it, in the
 * same run, the bare inserts of the same rows in pages of the same size; and the highest memory,
 * which should not grow with the mailbox.
 */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '20000' },
    /** As on a distributed database: requests are stored, and applied after each commit. */
    'after-commit': { type: 'boolean', default: false },
  },
});
const count = Number(values.mails);
const pageSize = 100;

const read = createMailReaderPool();
const begin = Date.now();
const source: ActivitySource = {
  position: async () => ({ at: 'end' }),
  changes: async (next) => ({ changed: [], removed: [], next, isLast: true }),
  async list(_window, token) {
    const from = Number(token ?? 0);
    const ids = Array.from({ length: Math.min(pageSize, count - from) }, (_, at) =>
      String(from + at),
    );
    const next = from + pageSize;
    return { ids, nextPageToken: next < count ? String(next) : undefined, total: count };
  },
  head: async () => undefined,
  read: (id) => {
    const internalDate = String(begin - (Number(id) * 7_000_000_000) / count);
    return mapMail(
      { id, raw: Buffer.from(makeMail(Number(id))).toString('base64url'), internalDate },
      read,
    );
  },
};
const provider: SourceProvider = {
  id: 'gmail',
  name: 'Gmail',
  kind: 'mail',
  connect: { kind: 'api-key', exchange: () => Promise.reject(new Error('unused')) },
  open: () => source,
};

/**
 * The same rows, in pages of the same size, each page a transaction, into a table of the same
 * shape.
 */
async function insertBare(db: Database): Promise<number> {
  await sql`create table bare (like captured_activities including all)`.execute(db);
  const columns = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_name = 'bare' and is_generated = 'NEVER'`.execute(db);
  const names = sql.raw(columns.rows[0]?.names ?? '');
  const pages: string[] = [];
  for (let last = '00000000-0000-0000-0000-000000000000'; pages.length < count / pageSize;) {
    const { rows } = await sql<{ page: string; last: string }>`
      select json_agg(part)::text as page, (array_agg(id order by id desc))[1] as last from (
        select * from captured_activities
        where owner_id = (select owner_id from captured_activities limit 1) and id > ${last}
        order by id limit ${pageSize}
      ) as part`.execute(db);
    pages.push(rows[0]?.page ?? '[]');
    last = rows[0]?.last ?? last;
  }
  const started = performance.now();
  for (const page of pages) {
    await sql`insert into bare (${names})
      select ${names} from json_populate_recordset(null::bare, ${page}::json)`.execute(db);
  }
  return (performance.now() - started) / 1000;
}

const postgres = await startThrowawayPostgres();
try {
  const config = readConfig({ DATA_DIR: postgres.folder, LOG_LEVEL: 'error' });
  const db = createDatabase({ url: postgres.url, poolSize: 10, onLostConnection: () => {} });
  if (values['after-commit']) treatAsCluster(db);
  const secretBox = createSecretBox(config.encryptionKeys);
  await prepareCapture(db, secretBox, {
    provider: 'gmail',
    credentials: {},
    cursor: { at: 'end' },
  });
  const mailer = { send: async () => {} };
  const log = createLog('error');
  const context = { config, log, db, jobs: noJobs, mailer, secretBox };
  const rows: Record<string, string>[] = [];
  const started = performance.now();
  const usedBefore = process.cpuUsage();
  let highest = 0;
  const loop = startSyncLoop(context, [provider]);
  for (let share = 0; share < 1; await sleep(100)) {
    highest = Math.max(highest, process.memoryUsage.rss());
    const task = await db.selectFrom('sync_tasks').select('processed').executeTakeFirst();
    const done = task?.processed ?? count;
    while (share < 1 && done / count >= share + 0.25) {
      share += 0.25;
      rows.push({
        mails: String(Math.round(count * share)),
        'memory, MiB': (process.memoryUsage.rss() / 1024 ** 2).toFixed(0),
      });
    }
  }
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(usedBefore);
  const cpuSeconds = (used.user + used.system) / 1e6;
  await loop.stop();
  const stored = await sql<{ count: number }>`select count(*) from account_activities`.execute(db);
  const bare = await insertBare(db);
  console.table(rows);
  console.table({
    'mails captured and published': String(stored.rows[0]?.count),
    'captured a second': (count / seconds).toFixed(0),
    'captured for each second of CPU, without PostgreSQL': (count / cpuSeconds).toFixed(0),
    'bare inserts a second': (count / bare).toFixed(0),
    'share of the bare inserts': `${((100 * bare) / seconds).toFixed(0)} %`,
    'highest memory, MiB': (highest / 1024 ** 2).toFixed(0),
  });
  await db.destroy();
} finally {
  await postgres.stop();
}
