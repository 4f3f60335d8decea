import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { inject } from 'vitest';
import { migrateToLatest } from '../src/platform/database/migrate.ts';

export interface TestDatabase {
  url: string;
  /** Also closes connections that are still open. */
  drop(): Promise<void>;
}

const TEMPLATE = 'migrated';
const DRAFT = 'migrating';
/** The key of the advisory lock under which one of the run's workers creates the template. */
const TEMPLATE_LOCK = 2;

let template: Promise<void> | undefined;

/**
 * Creates a database for the test with the current schema, cloned from a template that the run
 * migrates once.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  await template;
  return createDatabase(`template ${TEMPLATE} strategy file_copy`);
}

/** Creates an empty database for the test. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('');

async function createDatabase(like: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name} ${like}`));
  return {
    url: databaseUrl(name),
    drop: () => onServer((client) => dropDatabase(client, name)),
  };
}

/** A user who is not a superuser may not terminate an autovacuum, which has to finish first. */
const INSUFFICIENT_PRIVILEGE = '42501';
const VACUUM_WAITS = 40;
const VACUUM_WAIT_MS = 250;

async function dropDatabase(client: Client, name: string, waits = VACUUM_WAITS): Promise<void> {
  try {
    await client.query(`drop database ${name} with (force)`);
  } catch (error) {
    const isVacuumed = error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
    if (!isVacuumed || waits === 0) throw error;
    await sleep(VACUUM_WAIT_MS);
    await dropDatabase(client, name, waits - 1);
  }
}

async function makeTemplate(): Promise<void> {
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount) return;
    await client.query(`drop database if exists ${DRAFT} with (force)`);
    await client.query(`create database ${DRAFT}`);
    await migrateToLatest(databaseUrl(DRAFT));
    // Only a complete schema gets the name that other workers look for.
    await client.query(`alter database ${DRAFT} rename to ${TEMPLATE}`);
  });
}

function databaseUrl(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
