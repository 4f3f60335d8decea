import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog } from '#platform/log/create-log.ts';
import { describeProof } from './describe-proof.ts';
import { runFaultSuite } from './run-fault-suite.ts';

/**
 * `npm run proof -- faults`: the full fault suite on a database of its own. Exit code 1 if what is
 * stored differs from the sources.
 */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '60' } } });
const write = (line: string) => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(dataDir, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
try {
  await migrateToLatest(postgres.url);
  const begun = Date.now();
  const result = await runFaultSuite({
    databaseUrl: postgres.url,
    kills: Number(values.kills),
    mails: 400,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  const report = describeProof(result, (Date.now() - begun) / 1000);
  write(report.text);
  if (!report.isProved) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
