import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../src/platform/log/create-log.ts';
import { runFaultSuite } from './run-fault-suite.ts';

/** `npm run proof:faults`: the whole fault suite on a database of its own; exit code 1 on a difference. */
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
  const { kills, troubles, expected, stored, published } = await runFaultSuite({
    databaseUrl: postgres.url,
    kills: Number(values.kills),
    mails: 400,
    say: write,
  });
  write(`${kills} processes killed, ${troubles} troubles, ${(Date.now() - begun) / 1000} s`);
  for (const [provider, ids] of Object.entries(expected)) {
    const found = new Set(stored[provider]);
    const missing = ids.filter((id) => !found.has(id));
    const extra = [...found].filter((id) => !ids.includes(id));
    write(
      `${provider}: ${ids.length} there, ${found.size} stored, ${missing.length} missing, ${extra.length} too many`,
    );
    if (missing.length + extra.length > 0) process.exitCode = 1;
  }
  write(`published: ${published.found} of ${published.expected}`);
  if (published.found !== published.expected) process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
