import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log/create-log.ts';
import { runCalendarChanges } from '../calendar-servers/run-calendar-changes.ts';
import { missingCalendars } from '../calendar-servers/start-calendars.ts';
import { mailServers } from './mail-servers.ts';
import { runOperations } from './run-operations.ts';

/**
 * `npm run proof -- mail-servers`: syncs mailboxes on Dovecot and Cyrus, and calendars on Radicale and
 * Xandikos, that change at random, on databases of their own. Exit code 1 if what is stored differs.
 * `--only Cyrus` runs those whose title begins with that.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '5000' },
    changes: { type: 'string', default: '500' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000) + 1) },
  },
});
const write = (line: string) => void process.stdout.write(`${line}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Result {
  counts: ReadonlyMap<string, number>;
  comparisons: number;
  stored: number;
  differences: readonly string[];
}

/** Runs on a new database, and writes what came of it. */
async function prove(title: string, run: (databaseUrl: string) => Promise<Result>): Promise<void> {
  if (!title.startsWith(values.only)) return;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'proof-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    log: createLog('silent'),
    onLost: (error) => write(`the database is lost: ${error.message}`),
  });
  try {
    await migrateToLatest(postgres.url);
    const begun = Date.now();
    const { counts, comparisons, stored, differences } = await run(postgres.url);
    write(`${title} (seed ${values.seed}):`);
    for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a)) {
      write(`  ${count} ${name}`);
    }
    const seconds = Math.round((Date.now() - begun) / 1_000);
    write(`Compared ${comparisons} times in ${seconds} s; ${stored} stored in the end.`);
    write(`Differences: ${differences.length}`);
    for (const difference of differences.slice(0, 50)) write(`  ${difference}`);
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const seed = Number(values.seed);
const operations = Number(values.operations);
const changes = Number(values.changes);
for (const server of mailServers) {
  if (server.missing !== undefined) {
    write(`Not run:${server.missing}.`);
    process.exitCode = 1;
    continue;
  }
  await prove(`${server.name}, ${operations} random operations`, (databaseUrl) =>
    runOperations({
      databaseUrl,
      server,
      operations,
      every: 25,
      kills: Math.ceil(operations / 100),
      seed,
      say,
    }),
  );
}
if (missingCalendars !== undefined) {
  write(`Not run:${missingCalendars}.`);
  process.exitCode = 1;
} else {
  const servers = [
    { title: 'Radicale', server: 'radicale', hasNoTokens: false },
    { title: 'Radicale without sync tokens', server: 'radicale', hasNoTokens: true },
    { title: 'Xandikos', server: 'xandikos', hasNoTokens: false },
  ] as const;
  for (const { title, server, hasNoTokens } of servers) {
    await prove(`${title}, ${changes} random changes`, (databaseUrl) =>
      runCalendarChanges({
        databaseUrl,
        server,
        hasNoTokens,
        changes,
        every: 20,
        kills: Math.ceil(changes / 50),
        seed,
        say,
      }),
    );
  }
}
