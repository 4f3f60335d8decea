import { availableParallelism, freemem, release, totalmem } from 'node:os';
import { sql } from 'kysely';
import { readBacklog } from '#modules/integrations/read-backlog.ts';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import { listQueues } from '#platform/jobs/list-queues.ts';
import { listLateJobs } from '#platform/jobs/late-jobs.ts';
import { version } from '#src/version.ts';
import { allJobs } from '../../all-jobs.ts';
import { checkSettings } from '../doctor/check-settings.ts';
import type { CliContext, Environment } from '../command.ts';
import { describeSettings, withoutNames } from './without-names.ts';

/** Tables that are listed, those that take most space first. */
const MAX_TABLES = 200;
const MEBIBYTE = 1024 ** 2;

/**
 * Describes a server for those who help its operator: versions, settings, sizes, jobs and findings. Contains no
 * secret, no name, address or text of a user, and nothing of their mail; `support-report.test.ts` looks for them.
 *
 * @param environment the settings as given. Of most of them the report says only that they are set.
 */
export async function describeServer(context: CliContext, environment: Environment) {
  const { db } = context;
  return {
    createdAt: new Date().toISOString(),
    version,
    machine: describeMachine(),
    settings: describeSettings(environment),
    findings: (await checkSettings(context)).map(withoutPrivateWords),
    database: await describeDatabase(db),
    rows: await countUsers(db),
    connections: await readBacklog(db),
    lateJobs: (await listLateJobs(db, allJobs)).map(({ name }) => name),
    queues: await listQueues(db, allJobs),
    failedJobs: await countFailedJobs(db),
  };
}

const describeMachine = () => ({
  node: process.version,
  system: `${process.platform} ${process.arch} ${release()}`,
  processors: availableParallelism(),
  memoryMb: Math.round(totalmem() / MEBIBYTE),
  freeMemoryMb: Math.round(freemem() / MEBIBYTE),
});

/** Checks whose sentences contain only words of this program, and what `withoutNames` takes out. */
const PLAIN_SUBJECTS: ReadonlySet<string> = new Set([
  'Embedded database',
  'DATABASE_URL',
  'Citus',
  'ENCRYPTION_KEYS',
  'Clock',
  'Uploaded files',
  'BACKUP_DIR',
  'Background jobs',
]);

/** Of other checks only the state: their sentences may name workspaces, mailboxes or what a provider said. */
const withoutPrivateWords = ({ subject, state, says }: Finding) => ({
  subject,
  state,
  ...(PLAIN_SUBJECTS.has(subject) && { says: withoutNames(says) }),
});

async function describeDatabase(db: CliContext['db']) {
  const { rows: found } = await sql<{ version: string; bytes: number; migrations: string[] }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes,
      (select array_agg(name order by name) from kysely_migration) as migrations`.execute(db);
  const { rows: extensions } = await sql<{ name: string; version: string }>`
    select extname as name, extversion as version from pg_extension order by extname`.execute(db);
  const { rows: tables } = await sql<{ name: string; rows: number; bytes: number }>`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by bytes desc, name limit ${MAX_TABLES}`.execute(db);
  return { ...found[0], extensions, tables };
}

async function countUsers(db: CliContext['db']) {
  const { rows } = await sql<Record<'users' | 'organizations' | 'workspaces', number>>`
    select (select count(*) from users)::int as users,
      (select count(*) from organizations)::int as organizations,
      (select count(*) from workspaces)::int as workspaces`.execute(db);
  return rows[0];
}

/** The jobs that failed for good, by their kind; the queue forgets them after some days. */
async function countFailedJobs(db: CliContext['db']) {
  const { rows: schema } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as "isThere"`.execute(db);
  if (!schema[0]?.isThere) return [];
  const { rows } = await sql<{ name: string; failed: number; last: Date | null }>`
    select name, count(*)::int as failed, max(completed_on) as last
    from pgboss.job where state = 'failed' group by name order by name`.execute(db);
  return rows;
}
