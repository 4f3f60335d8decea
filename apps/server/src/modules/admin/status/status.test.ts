import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobs } from '#platform/jobs/create-jobs.ts';
import { createLog } from '#platform/log/create-log.ts';
import { beginMaintenance, endMaintenance } from '#platform/maintenance/maintenance.ts';
import { allJobs } from '#src/all-jobs.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { checkDisk } from './checks.ts';
import { measureStorageHourly } from './measure-storage.ts';
import { readStatus } from './read-status.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const jobs = await createJobs({
    databaseUrl: app.databaseUrl,
    poolSize: 2,
    log: createLog('silent'),
  });
  for (const job of allJobs)
    if (job.schedule) await jobs.schedule({ ...job, schedule: job.schedule });
  await jobs.stop();
});
afterAll(() => app.close());

const read = () =>
  readStatus(app.context, {
    jobs: allJobs,
    providers: [{ id: 'gmail', name: 'Gmail' }],
    measureStorage: measureStorageHourly(app.db),
  });
const checkOf = async (subject: string) =>
  (await read()).checks.find((check) => check.subject === subject);

/** Connections of a provider, each of its own user. */
async function connect(count: number, fields: object): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id: ownerId } = await app.make.person();
    const { id } = await app.db
      .insertInto('integrations')
      .values({
        owner_id: ownerId,
        provider: 'gmail',
        source: `${ownerId}@home.example`,
        credentials: Buffer.from('sealed'),
        credentials_key_id: [...app.context.config.encryptionKeys.keys()][0] ?? '',
        due_at: new Date(Date.now() + 3_600_000),
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}
const disconnectAll = () => app.db.deleteFrom('integrations').execute();

test('administrators read it, without contents, and everything is good on a new server', async () => {
  const { token } = await app.make.person({ is_admin: true });
  const { status, data } = await app.call('GET /api/admin/status', { token });
  expect(status).toBe(200);
  expect(data.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(data.checks.map(({ subject, state }) => `${subject} ${state}`)).toEqual([
    'database good',
    'jobs good',
    'syncs good',
    'keys good',
    'disk good',
    'backup off',
    'maintenance off',
  ]);
  expect(data.checks[0]?.message).toMatch(
    /^PostgreSQL \d\S* has every migration of this version, and responded in \d+ milliseconds?\. It takes \d+ MB; /,
  );
  expect(data).toMatchObject({ queues: [], providers: [], storage: { workspaces: [], others: 0 } });
});

test('a migration that the database lacks is named with what to do, and one of a newer version', async () => {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration)
    returning name, timestamp`.execute(app.db);
  const [last] = rows;
  const missing = await checkOf('database');
  await sql`insert into kysely_migration (name, timestamp)
    values (${last?.name}, ${last?.timestamp}), ('9999-later', ${last?.timestamp})`.execute(app.db);
  const newer = await checkOf('database');
  await sql`delete from kysely_migration where name = '9999-later'`.execute(app.db);
  expect(missing).toMatchObject({
    state: 'attention',
    message: `The database lacks ${last?.name}; run: npm run cli -- migrate.`,
  });
  expect(newer).toMatchObject({
    state: 'attention',
    message: expect.stringContaining('newer version (9999-later): restart this process'),
  });
});

test('late jobs come first, and their error stays in the log', async () => {
  const [late, waiting] = ['remove-expired-sign-ins', 'enqueue-weekly-digests'];
  await sql`update pgboss.queue set created_on = now() - interval '3 days'
    where name = ${late}`.execute(app.db);
  await sql`insert into pgboss.job (name, state, output, completed_on)
    values (${late}, 'failed', '{"message": "of ann@secret.example"}', now())`.execute(app.db);
  await sql`insert into pgboss.job (name, start_after)
    values (${waiting}, now() - interval '90 seconds')`.execute(app.db);
  const status = await read();
  await sql`delete from pgboss.job`.execute(app.db);
  await sql`update pgboss.queue set created_on = now()`.execute(app.db);
  expect(status.queues).toMatchObject([
    { name: late, isLate: true, oldestAt: null },
    { name: waiting, isLate: false, oldestAt: expect.any(String) },
  ]);
  expect(status.checks[1]).toMatchObject({
    state: 'attention',
    message: `The background job ${late} has not ended for 3 days. Attempts fail: the log of the worker says why.`,
  });
  expect(JSON.stringify(status)).not.toContain('secret');
});

test('late and failing syncs are told apart from a single user’s trouble', async () => {
  await connect(6, {});
  await connect(1, { failures: 5, needs_reauth: true });
  expect(await checkOf('syncs')).toMatchObject({
    state: 'good',
    message: 'Syncs of 7 connections are on time.',
  });
  await connect(3, { failures: 1 });
  await connect(1, { due_at: new Date(Date.now() - 2_400_000) });
  const status = await read();
  await disconnectAll();
  expect(status.checks[2]).toMatchObject({
    state: 'attention',
    message:
      'Syncs of Gmail are late by 40 minutes: start a worker, or another one. Syncs of 4 of 11 connections of Gmail fail: see Connections, and the log of the worker.',
  });
  expect(status.providers).toMatchObject([
    { provider: 'gmail', name: 'Gmail', connections: 11, due: 1, failing: 4, needsReauth: 1 },
  ]);
});

test('maintenance that was forgotten needs attention, and says how it ends', async () => {
  await beginMaintenance(app.db, { message: 'Moving.', endsAt: null });
  await sql`update maintenance set began_at = '2026-01-31T03:00Z'`.execute(app.db);
  const check = await checkOf('maintenance');
  await endMaintenance(app.db);
  expect(check).toMatchObject({
    state: 'attention',
    message:
      'Nothing can be changed since 2026-01-31 03:00 UTC. When you are done, run: npm run cli -- maintenance --off',
  });
});

test('a key that is missing is named', async () => {
  await connect(1, { credentials_key_id: 'k-lost' });
  const check = await checkOf('keys');
  await disconnectAll();
  expect(check).toMatchObject({
    state: 'attention',
    message: expect.stringMatching(/need the key k-lost, which ENCRYPTION_KEYS lacks: add/),
  });
});

test('each workspace has its share of the size, and it is measured once an hour', async () => {
  const [large, small] = [await app.make.workspace(), await app.make.workspace()];
  for (const [workspaceId, count] of [
    [large.id, 30],
    [small.id, 10],
  ] as const) {
    await app.db
      .insertInto('workspace_accounts')
      .values({
        workspace_id: workspaceId,
        name: 'Acme',
        domain: 'acme.example',
        activity_count: count,
      })
      .execute();
  }
  const measure = measureStorageHourly(app.db);
  const first = await measure();
  const shared = first.workspaces.map(({ name, activities, bytes }) => [name, activities, bytes]);
  expect(shared).toEqual([
    [large.name, 30, Math.round((first.bytes * 3) / 4)],
    [small.name, 10, Math.round(first.bytes / 4)],
  ]);
  expect(first.bytes).toBeGreaterThan(0);
  await app.db.deleteFrom('workspace_accounts').execute();
  expect(await measure()).toBe(first);
});

test('what cannot be read needs attention and hides nothing else', async () => {
  const status = await readStatus(
    { ...app.context, config: { ...app.context.config, dataDir: '/nowhere' } },
    {
      jobs: allJobs,
      providers: [],
      measureStorage: async () => {
        throw new Error('too slow');
      },
    },
  );
  expect(status.storage).toBeNull();
  expect(status.checks.map(({ state }) => state)).toEqual([
    'good',
    'good',
    'good',
    'good',
    'attention',
    'off',
    'off',
  ]);
  expect(status.checks[4]?.message).toBe('It could not be read. The log of the server says why.');
});

test('a disk that fills up says what stops', async () => {
  const config = app.context.config;
  const free = async (bytes: number, databaseUrl?: string) =>
    checkDisk({ ...config, databaseUrl }, async () => ({
      bavail: bytes / 4_096,
      blocks: 25_000_000,
      bsize: 4_096,
    }));
  expect(await free(50 * 1024 ** 3)).toEqual({
    state: 'good',
    message: '50.0 GB of 95.4 GB are free on the disk of DATA_DIR.',
  });
  expect(await free(3 * 1024 ** 3)).toMatchObject({
    state: 'attention',
    message: expect.stringContaining('The database is on it, and stops when it is full.'),
  });
  expect((await free(0, 'postgres://db')).message).toBe(
    '0 MB of 95.4 GB are free on the disk of DATA_DIR: make room, or move it to a larger disk. Uploads are refused below 2 GB.',
  );
});
