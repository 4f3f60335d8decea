import path from 'node:path';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './platform/context.ts';
import { createDatabase, type Database } from './platform/database/create-database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/embedded-postgres/start-embedded-postgres.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import type { Log } from './platform/log/create-log.ts';
import { createMailer } from './platform/mail/create-mailer.ts';
import { createSecretBox } from './platform/secrets/secret-box.ts';
import { installedProviders } from './providers/installed.ts';
import { startWorker } from './worker.ts';

/** What a process does: serve requests, do the background work, or both. */
export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface StartOptions {
  config: Config;
  log: Log;
  role: Role;
  /** Called when the process cannot go on, with the reason. */
  onFatal: (error: Error) => void;
}

export interface Server {
  context: Context;
  /** Ends in order: no new requests, running jobs, connections, the embedded database. */
  stop: () => Promise<void>;
}

/** A part that was started and must be stopped, the last one first. */
type Stop = () => Promise<unknown>;

/**
 * Starts one process of the product. What was started before a failure is stopped again.
 *
 * @throws an error with one clear sentence for a busy port, an unusable folder or database.
 */
export async function startServer(options: StartOptions): Promise<Server> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return { context: await startParts(options, stops), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  { config, log, role, onFatal }: StartOptions,
  stops: Stop[],
): Promise<Context> {
  const embedded = config.databaseUrl === undefined && (await startDatabase(config, log, onFatal));
  if (embedded) stops.push(embedded.stop);
  const databaseUrl = embedded ? embedded.url : (config.databaseUrl ?? '');
  await migrateToLatest(databaseUrl);
  const db = openDatabase(databaseUrl, config, log);
  stops.push(() => db.destroy());
  const jobs = await createJobs({ databaseUrl, poolSize: jobConnections, log });
  stops.push(jobs.stop);
  const context: Context = {
    config,
    log,
    db,
    jobs,
    mailer: createMailer(config, log),
    secretBox: createSecretBox(config.encryptionKeys),
  };
  const providers = installedProviders(config);
  if (role !== 'api') stops.push((await startWorker(context, providers)).stop);
  if (role !== 'worker') stops.push(await listen(context, providers));
  if (embedded) await embedded.announce(config.publicUrl);
  return context;
}

/** Connections that the job queue holds beside the pool. */
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
    onLostConnection: (error) => log.warn({ reason: error.message }, 'lost a database connection'),
  });

async function listen(
  context: Context,
  providers: ReturnType<typeof installedProviders>,
): Promise<Stop> {
  const { host, port } = context.config;
  const app = await buildApp(context, { providers });
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw explainListen(cause, host, port);
  }
  return () => app.close();
}

function explainListen(cause: unknown, host: string, port: number): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is in use by another program. Stop that one, or choose another port.`,
      {
        cause,
      },
    );
  }
  if (code === 'EACCES') {
    return new Error(`Port ${port} may not be used by this user. Choose one above 1023.`, {
      cause,
    });
  }
  return new Error(`Cannot listen on ${host}:${port}: ${String(cause)}`, { cause });
}
