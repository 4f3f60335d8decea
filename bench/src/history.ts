import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { startSandbox } from '@repo/sandbox/start-sandbox';
import { sampleMail } from '@repo/sandbox/testing/sample-mail';
import { clientId, clientSecret, pressConsentButton } from '@repo/sandbox/testing/sign-in';
import { sql } from 'kysely';
import { readConfig } from '../../apps/server/src/config.ts';
import { importDomains } from '../../apps/server/src/modules/domains/tracking/import-domains.ts';
import { sealCredentials } from '../../apps/server/src/modules/integrations/connect/credentials.ts';
import { chooseHistory } from '../../apps/server/src/modules/integrations/history/choose-history.ts';
import { describeHistory } from '../../apps/server/src/modules/integrations/history/describe-history.ts';
import { startSyncLoop } from '../../apps/server/src/modules/integrations/start-sync-loop.ts';
import { createDatabase } from '../../apps/server/src/platform/database/create-database.ts';
import type { Jobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { createSecretBox } from '../../apps/server/src/platform/secrets/secret-box.ts';
import { createGmail } from '../../apps/server/src/providers/gmail/gmail.ts';
import { createMakers } from '../../apps/server/test/test-makers.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

/**
 * Five years of a mailbox from the sandbox over real HTTP, with no quota in the way: how many emails
 * arrive in a second, whether memory grows with them, and how long a new email takes to arrive
 * while the import runs and, alternating with it in the same run, while it is paused. Then what a
 * quota would make of it, by the estimate that people see.
 */
const { values } = parseArgs({ options: { mails: { type: 'string', default: '60000' } } });
const count = Number(values.mails);
const mailbox = 'ann@example.org';
const DAY_MS = 86_400_000;
const YEARS_DAYS = 5 * 365 - 2;
const rounds = 8;

const nobodyWorks: Jobs = {
  enqueue: async () => false,
  work: async () => {},
  schedule: async () => {},
  stop: async () => {},
};

const mailOf = (index: number, at: number) =>
  sampleMail({
    From: `Person ${index % 50} <person${index % 50}@acme.com>`,
    To: `Ann <${mailbox}>`,
    Subject: `Matter ${index}`,
    Date: new Date(at).toUTCString(),
    'Message-ID': `<${index}@acme.com>`,
  });

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const postgres = await startThrowawayPostgres();
const sandbox = await startSandbox({
  port: 0,
  dataDir: await mkdtemp(path.join(postgres.folder, 'sandbox-')),
  mailboxes: [{ address: mailbox, name: 'Ann Arbor' }],
  clientId,
  clientSecret,
});
try {
  const now = Date.now();
  for (let index = 0; index < count; index += 500) {
    const mails = Array.from({ length: Math.min(500, count - index) }, (_, at) =>
      mailOf(index + at, now - ((index + at + 1) / count) * YEARS_DAYS * DAY_MS),
    );
    await sandbox.addMessages(mailbox, mails);
  }
  const config = readConfig({ DATA_DIR: postgres.folder, LOG_LEVEL: 'error' });
  const db = createDatabase({ url: postgres.url, poolSize: 10, onLostConnection: () => {} });
  const secretBox = createSecretBox(config.encryptionKeys);
  const google = { clientId, clientSecret, rootUrl: sandbox.url };
  const gmail = createGmail(google, 10_000_000);
  const make = createMakers(db);
  const workspace = await make.workspace();
  const person = await make.member(workspace.id, { email: mailbox });
  await importDomains(db, person.id, {
    domains: ['acme.com'],
    source: 'manual',
    name: 'Acme',
    workspaceId: workspace.id,
  });
  if (gmail.connect.kind !== 'oauth') throw new Error('Gmail is not connected by OAuth.');
  const request = {
    state: 'bench',
    codeVerifier: 'v'.repeat(43),
    redirectUri: 'http://localhost:3000/api/integrations/gmail/oauth/callback',
  };
  const back = await pressConsentButton(
    gmail.connect.authorizationUrl(request),
    'login_hint',
    mailbox,
  );
  const grant = await gmail.connect.exchange(back.searchParams.get('code') ?? '', request);
  const { id } = await db
    .insertInto('integrations')
    .values({ owner_id: person.id, provider: 'gmail', source: grant.source })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('integrations')
    .set(sealCredentials({ secretBox }, id, grant.credentials))
    .where('id', '=', id)
    .execute();
  const log = createLog('error');
  const mailer = { send: async () => {} };
  const context = { config, log, db, jobs: nobodyWorks, mailer, secretBox };
  const captured = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from captured_activities`.execute(
        db,
      )
    ).rows[0]?.count ?? 0;
  const isCaptured = async (title: string) =>
    (
      await sql`select from captured_activities
        where owner_id = ${person.id} and title = ${title}`.execute(db)
    ).rows.length > 0;
  const loop = startSyncLoop(context, [gmail]);
  for (;;) {
    const row = await db
      .selectFrom('integrations')
      .select(['cursor', sql<boolean>`exists (select from sync_tasks)`.as('isBusy')])
      .executeTakeFirstOrThrow();
    if (row.cursor !== null && !row.isBusy) break;
    await sleep(200);
  }
  const recent = await captured();
  const since = addDays(businessDayOf(new Date()), -YEARS_DAYS);
  const choose = (isPaused: boolean) => chooseHistory(db, [gmail], person.id, { since, isPaused });

  /** From the delivery of an email, with a sync triggered, until it is captured; milliseconds. */
  const arrival = async (name: string): Promise<number> => {
    const begun = performance.now();
    await sandbox.addMessages(mailbox, [
      sampleMail({
        From: 'Bob <bob@acme.com>',
        To: `Ann <${mailbox}>`,
        Subject: name,
        Date: new Date().toUTCString(),
        'Message-ID': `<${name}@acme.com>`,
      }),
    ]);
    await db
      .updateTable('integrations')
      .set({ due_at: sql`now()` })
      .execute();
    while (!(await isCaptured(name))) await sleep(10);
    return performance.now() - begun;
  };
  const arrivals = { running: [] as number[], paused: [] as number[] };
  let readingMs = 0;
  let begun = performance.now();
  const memory: Record<string, string>[] = [];
  const note = async () => {
    memory.push({
      captured: String(await captured()),
      'memory, MiB': (process.memoryUsage.rss() / 1024 ** 2).toFixed(0),
    });
  };
  for (let round = 0; round < rounds; round += 1) {
    await choose(true);
    await sleep(1_500);
    arrivals.paused.push(await arrival(`paused${round}`));
    await choose(false);
    begun = performance.now();
    await sleep(1_500);
    arrivals.running.push(await arrival(`running${round}`));
    await note();
    readingMs += performance.now() - begun;
  }
  begun = performance.now();
  for (let turn = 0; ; turn += 1) {
    const { imports } = await describeHistory(db, [gmail], person.id);
    if (turn % 40 === 39) await note();
    if (imports.every(({ state }) => state === 'finished')) break;
    await sleep(500);
  }
  readingMs += performance.now() - begun;
  await note();
  const total = await captured();
  await loop.stop();
  const quota = createGmail(google, 6_000).history;
  const older = total - recent - 2 * rounds;
  const hours = (rate: NonNullable<typeof quota>) =>
    ((older / rate.pageItems) * rate.pageMs + older * rate.itemMs) / 3_600_000;
  console.table(memory);
  console.table({
    'mails of the mailbox': String(count),
    'imported beyond 84 days': String(older),
    'imported a second': (older / (readingMs / 1_000)).toFixed(0),
    'a new mail while paused, median ms': median(arrivals.paused).toFixed(0),
    'a new mail while running, median ms': median(arrivals.running).toFixed(0),
    ratio: (median(arrivals.running) / median(arrivals.paused)).toFixed(2),
    'hours with 6,000 units a minute': quota === undefined ? '' : hours(quota).toFixed(1),
  });
  await db.destroy();
} finally {
  await sandbox.close();
  await postgres.stop();
}
