import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { chooseStorage } from '#platform/database/distribution/storage.ts';
import type { Context } from '#platform/context.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { createLog } from '#platform/log/create-log.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import { provideSecrets } from '#platform/secrets/secrets-of.ts';
import { createTestDatabase, isOnCluster, type TestDatabase } from './create-test-database.ts';
import { createRecordingJobs, type RecordingJobs } from './recording-jobs.ts';
import { createTestCall, type TestCall } from './test-call.ts';
import { createMakers, type Makers } from './test-makers.ts';

export interface TestApp {
  app: FastifyInstance;
  context: Context;
  db: Database;
  /** The database URL, for other processes. */
  databaseUrl: string;
  jobs: RecordingJobs;
  /** Sent emails, in order. */
  mails: OutgoingMail[];
  /** Sends a request to an endpoint of the contract: `call('GET /api/workspaces', { token })`. */
  call: TestCall;
  make: Makers;
  /** Closes the application and drops its database. */
  close: () => Promise<void>;
}

export interface TestAppOptions extends Omit<AppOptions, 'checkResponses'> {
  config?: Partial<Config>;
  /** Replaces a dependency that the test observes. */
  replace?: Partial<Context>;
  /** Whether transactions that collide are repeated; unless given, on a cluster only. */
  repeatsCollided?: boolean;
  /** Creates the database, if not `createTestDatabase` does. */
  database?: () => Promise<TestDatabase>;
}

/**
 * The real application on a database of its own, with a silent log, collected emails, and jobs that
 * wait until the test runs them; refused sign-ins are not delayed. Every response is validated
 * against the contract.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { config: changed, replace, repeatsCollided, database: make, ...appOptions } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'server-test-data-'));
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), ...changed };
  const database = await (make ?? createTestDatabase)();
  const db = createDatabase({
    url: database.url,
    poolSize: 10,
    onLostConnection: () => {},
    // On one node a collision is a mistake in the order of locks, which tests are to find.
    repeatsCollided: repeatsCollided ?? isOnCluster(),
  });
  await chooseStorage(db);
  const secretBox = createSecretBox(config.encryptionKeys);
  provideSecrets(db, secretBox);
  const mails: OutgoingMail[] = [];
  const jobs = createRecordingJobs();
  const context: Context = {
    config,
    log: createLog(config.logLevel),
    db,
    jobs,
    mailer: { send: async (mail) => void mails.push(mail) },
    secretBox,
    ...replace,
  };
  const app = await buildApp(context, { refusalDelayMs: 0, ...appOptions, checkResponses: true });
  return {
    app,
    context,
    db,
    databaseUrl: database.url,
    jobs,
    mails,
    call: createTestCall(app),
    make: createMakers(db),
    close: async () => {
      await app.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
