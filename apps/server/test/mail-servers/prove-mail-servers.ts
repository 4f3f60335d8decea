import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { createLog } from '../../src/platform/log/create-log.ts';
import { runOperations } from './run-operations.ts';
import { missingDovecot } from './start-dovecot.ts';

/**
 * `npm run proof:mail-servers`: syncs a mailbox on Dovecot that changes at random, on a database of
 * its own. Exit code 1 if what is stored differs from the mailbox.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000) + 1) },
  },
});
const write = (line: string) => void process.stdout.write(`${line}\n`);
if (missingDovecot !== undefined) {
  write(`Not run: ${missingDovecot}.`);
  process.exit(1);
}

const operations = Number(values.operations);
const dataDir = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(dataDir, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
try {
  await migrateToLatest(postgres.url);
  const begun = Date.now();
  const { counts, comparisons, stored, differences } = await runOperations({
    databaseUrl: postgres.url,
    operations,
    every: 25,
    kills: Math.ceil(operations / 100),
    seed: Number(values.seed),
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  write(`Dovecot, ${operations} random operations (seed ${values.seed}):`);
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
    write(`  ${count} ${name}`);
  const seconds = Math.round((Date.now() - begun) / 1_000);
  write(`Compared ${comparisons} times in ${seconds} s; ${stored} mails stored in the end.`);
  write(`Differences: ${differences.length}`);
  for (const difference of differences.slice(0, 50)) write(`  ${difference}`);
  if (differences.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
