import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '#platform/database/create-database.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog } from '#platform/log/create-log.ts';
import { startProcess } from '../faults/processes.ts';
import { createMakers } from '../test-makers.ts';
import type { Target } from './connections.ts';
import type { Proof } from './proof.ts';
import { proveCodeGuessing } from './prove-code-guessing.ts';
import { proveConnections } from './prove-connections.ts';
import { proveFairUse } from './prove-fair-use.ts';
import { proveGrowth } from './prove-growth.ts';
import { proveResets } from './prove-resets.ts';
import { proveSignIn } from './prove-sign-in.ts';
import { proveTiming } from './prove-timing.ts';

/**
 * `npm run proof -- abuse`: attacks a server that is configured as in production, on a database of its
 * own, over real connections, and measures the effect on an honest user. Before that, measures how
 * the work of every endpoint grows with its input. Exit code 1 when a user is not served, or an
 * endpoint exceeds its limit.
 *
 * `node apps/server/test/abuse/prove-abuse.ts fair-use resets` runs only these parts and writes
 * nothing to docs/proof.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);
const port = 20_000 + Math.floor(Math.random() * 20_000);
const target: Target = { host: '127.0.0.1', port };

const parts = {
  connections: proveConnections,
  'sign-in': proveSignIn,
  codes: proveCodeGuessing,
  timing: proveTiming,
  resets: proveResets,
  'fair-use': proveFairUse,
};
const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);
const outcomes: boolean[] = [];
const run = async (part: string, prove: () => Promise<boolean>) => {
  if (!isWanted(part)) return;
  const begun = performance.now();
  const isKept = await prove();
  outcomes.push(isKept);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  process.stderr.write(`${part}: ${isKept ? 'holds' : 'FAILED'}, ${seconds} s\n`);
};

await run('growth', () => proveGrowth(write));

const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
await migrateToLatest(postgres.url);
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
const person = await createMakers(db).person();
const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'info' };
const server = await startProcess('apps/server/src/main.ts', ['--role=api'], {
  env: { ...env, PORT: String(port) },
  isReady: (line) => line.includes('"ready"'),
});
let isEnding = false;
server.child.stderr?.on('data', (part: Buffer) => {
  const text = String(part);
  if (/"level":(50|60)|Error|FATAL/.test(text)) process.stderr.write(text);
});
server.child.once('exit', (code, signal) => {
  if (!isEnding) write(`the server ended by itself: ${signal ?? code}`);
});
const proof: Proof = { target, db, person, env, write };

try {
  for (const [part, prove] of Object.entries(parts)) await run(part, () => prove(proof));
  if (!outcomes.every(Boolean)) process.exitCode = 1;
} finally {
  isEnding = true;
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
