import path from 'node:path';
import type { Config } from './config.ts';
import { listen, listenForScrapes, type Stop } from './listen.ts';
import { chooseStorage } from './platform/database/distribution/storage.ts';
import { findMissingKeys } from './platform/secrets/find-missing-keys.ts';
import { observeBackups } from './modules/backups/observe-backups.ts';
import { startBackups } from './modules/backups/start-backups.ts';
import { createFirstAdministrator } from './modules/admin/create-first-administrator.ts';
import type { Context } from './platform/context.ts';
import { createDatabase, type Database } from './platform/database/create-database.ts';
import { DatabaseUnavailableError } from './platform/database/database-unavailable.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@repo/embedded-postgres/start-embedded-postgres';
import { createJobs } from './platform/jobs/create-jobs.ts';
import { enqueueAtStart } from './platform/jobs/register-jobs.ts';
import type { Log } from './platform/log/create-log.ts';
import { createMailer } from './platform/mail/create-mailer.ts';
import { watchMaintenance } from './platform/maintenance/watch-maintenance.ts';
import { createMetrics } from './platform/metrics/create-metrics.ts';
import { observeDatabase } from './platform/metrics/observe-database.ts';
import { createSecretBox } from './platform/secrets/secret-box.ts';
import { provideSecrets } from './platform/secrets/secrets-of.ts';
import { startTracing } from './platform/trace/start-tracing.ts';
import { installedProviders } from './providers/installed.ts';
import { createMailFileReader } from './providers/mail-file/mail-file.ts';
import { allJobs } from './all-jobs.ts';
import { startWorker } from './worker.ts';

/** The role of a process: serve requests, run background jobs, or both. */
export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface StartOptions {
  config: Config;
  log: Log;
  role: Role;
  /** Called with the reason when the process cannot continue. */
  onFatal: (error: Error) => void;
  /** When aborted, the start stops and everything that was started is stopped again. */
  stopping?: AbortSignal;
}

export interface Server {
  context: Context;
  /**
   * Shuts down in order: new requests, pending requests, running jobs, connections, the embedded
   * database. Takes 25 s at most with a database that responds.
   */
  stop: () => Promise<void>;
}

/**
 * Starts one process of the product. After a failure, everything that was started is stopped again.
 *
 * @throws an error with one clear sentence for a busy port, an unusable folder or database; the
 *   reason of `stopping` when that was aborted.
 */
export async function startServer(options: StartOptions): Promise<Server> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return { context: await startParts(options, stops), stop };
  } catch (error) {
    await stop().catch((err: unknown) =>
      options.log.error({ err }, 'a start that failed could not be undone'),
    );
    throw error;
  }
}

async function startParts(
  { config, log, role, onFatal, stopping }: StartOptions,
  stops: Stop[],
): Promise<Context> {
  if (config.traces) stops.push(await startTracing(config.traces, role));
  const embedded = config.databaseUrl === undefined && (await startDatabase(config, log, onFatal));
  if (embedded) stops.push(embedded.stop);
  stopping?.throwIfAborted();
  const databaseUrl = embedded ? embedded.url : (config.databaseUrl ?? '');
  await migrateToLatest(databaseUrl, { report: (message) => log.warn(message) });
  stopping?.throwIfAborted();
  const db = openDatabase(databaseUrl, config, log);
  stops.push(() => db.destroy());
  await chooseStorage(db);
  const secretBox = createSecretBox(config.encryptionKeys);
  provideSecrets(db, secretBox);
  const metrics = config.metrics && (await createMetrics(log));
  const jobs = await createJobs({ databaseUrl, poolSize: jobConnections, log, metrics });
  stops.push(jobs.stop);
  const context: Context = {
    config,
    log,
    db,
    jobs,
    mailer: createMailer(config, log),
    secretBox,
    ...(metrics && { metrics }),
  };
  await warnOfMissingKeys(context);
  if (config.firstAdmin && (await createFirstAdministrator(db, config.firstAdmin)))
    log.info({ email: config.firstAdmin.email }, 'created the first administrator');
  if (config.metrics && metrics) {
    observeDatabase(db, metrics);
    stops.push(await listenForScrapes(context, config.metrics, metrics));
  }
  if (role !== 'worker') {
    context.maintenance = await watchMaintenance(db);
    stops.push(context.maintenance.stop);
  }
  stopping?.throwIfAborted();
  const providers = installedProviders(config);
  if (role !== 'api')
    stops.push((await startWorker(context, providers, createMailFileReader())).stop);
  if (role !== 'api' && config.backup) {
    if (metrics) observeBackups(db, metrics);
    stops.push(startBackups({ db, log, databaseUrl, settings: config.backup }).stop);
  }
  await enqueueAtStart(allJobs, jobs);
  if (role !== 'worker') stops.push(await listen(context, providers));
  if (embedded) await embedded.announce(config.publicUrl);
  return context;
}

/**
 * The server can do everything except sync integrations whose credentials it cannot decrypt; only
 * the operator knows where the key is.
 */
async function warnOfMissingKeys({ config, db, log }: Context): Promise<void> {
  const missing = await findMissingKeys(db, config.encryptionKeys).catch((err: unknown) => {
    // A cluster serves what the other nodes have while one is down.
    if (!(err instanceof DatabaseUnavailableError)) throw err;
    log.warn({ err }, 'it could not be checked whether a key of stored secrets is missing');
    return [];
  });
  if (missing.length === 0) return;
  log.error(
    { keys: missing },
    'secrets of connections, authenticator apps, webhooks or erasures are sealed with keys that are not set: add them to ENCRYPTION_KEYS behind the first one',
  );
}

/**
 * Timeout of a statement outside a transaction: the web application times out after 10 s; the rest
 * is for scripts and for the statements of nightly jobs; milliseconds.
 */
const STATEMENT_TIMEOUT_MS = 30_000;

/** Connections of the job queue, in addition to the pool. */
const jobConnections = 3;

const startDatabase = (
  config: Config,
  log: Log,
  onFatal: (error: Error) => void,
): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), log, onLost: onFatal });

const openDatabase = (url: string, config: Config, log: Log): Database =>
  createDatabase({
    url,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    traces: config.traces !== undefined,
    onLostConnection: (error) => log.warn({ reason: error.message }, 'lost a database connection'),
  });
